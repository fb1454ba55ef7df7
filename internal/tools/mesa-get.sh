#!/bin/sh
# SPDX-License-Identifier: MIT
# mesa-get.sh FOLDER: fetches a newer Mesa (26 or later, from Debian's backports) and its
# dependencies into a private folder, without root and without changes to the system. Its zink
# driver on lavapipe runs KHR_shader_subgroup on a CPU. The packages come from the mirror that the
# system itself uses, checked with the system's Debian keys.
set -eu
to=$1
release=trixie
[ ! -f "$to/complete" ] || exit 0
fail() {
	echo "mesa-get: $*" >&2
	exit 1
}
keys=/usr/share/keyrings/debian-archive-keyring.gpg
[ -f $keys ] || fail "this is no Debian ($keys is missing): the private Mesa cannot be had here"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1)
[ -n "$mirror" ] || fail "found no Debian mirror among the system's package sources (run apt-get update first?)"
echo "fetching a private Mesa into $to (about 400 MB, once)"
rm -rf "$to"
work=$to/.apt
mkdir -p "$work/state/lists/partial" "$work/cache/archives/partial" "$work/etc/none"
: >"$work/status"
for suite in $release $release-backports; do
	echo "deb [signed-by=$keys] $mirror $suite main"
done >"$work/etc/sources.list"
apt() {
	apt-get -qq -oDir::State="$work/state" -oDir::State::status="$work/status" -oDir::Cache="$work/cache" \
		-oDir::Etc::sourcelist="$work/etc/sources.list" -oDir::Etc::sourceparts="$work/etc/none" \
		-oDir::Etc::preferences=/dev/null -oDir::Etc::preferencesparts="$work/etc/none" \
		-oAPT::Install-Recommends=0 -oDebug::NoLocking=1 -oAPT::Sandbox::User=root "$@"
}
apt update || fail "could not read the package lists of $release"
apt -y --download-only -t $release-backports install libegl1 libgl1 libglx-mesa0 libgl1-mesa-dri libegl-mesa0 \
	mesa-vulkan-drivers libvulkan1 >/dev/null || fail "could not download Mesa of $release-backports"
for package in "$work"/cache/archives/*.deb; do
	dpkg-deb -x "$package" "$to"
done
rm -rf "$work"
: >"$to/complete"
