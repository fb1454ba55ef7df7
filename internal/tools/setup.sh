# SPDX-License-Identifier: MIT
# Installs the dependencies of comb's commands and sets their build environment. dev sources this
# file in the root folder.

# clang compiles the OpenGL bindings in 10 seconds, gcc in 66. libegl-dev depends on Mesa's
# software renderer, so a machine without a GPU needs nothing else.
build_packages="clang libc6-dev pkg-config libegl-dev libgl1-mesa-dri ca-certificates"
window_packages="libgl-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev libxxf86vm-dev"

# With the tag egl functions are loaded through EGL, without libGL.
export CC=clang CXX=clang++ CGO_ENABLED=1 GOFLAGS="-tags=egl"
# The library of the panels names warnings that clang does not know.
export CGO_CXXFLAGS="-g -O2 -Wno-unknown-warning-option"
PATH=$PATH:/usr/local/go/bin
export PATH

fail() {
	echo "dev: $*" >&2
	exit 1
}

as_root() {
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >/dev/null; }

# need_packages NAME... installs the packages that are missing.
need_packages() {
	missing=
	if command -v dpkg-query >/dev/null; then
		for p; do
			dpkg-query -W -f='${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
		done
	else
		for tool in clang pkg-config; do
			command -v $tool >/dev/null || fail "this is no Debian or Ubuntu: please install what these packages hold: $*"
		done
	fi
	[ -n "$missing" ] || return 0
	if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
		fail "neither root nor sudo: please have these packages installed:$missing"
	fi
	echo "    installing$missing"
	apt_get update || fail "apt-get update failed"
	apt_get install -y --no-install-recommends $missing || fail "apt-get could not install$missing"
}

# need_go finds Go 1.21 or later, or installs it. Go then fetches the version that go.mod requires.
need_go() {
	if good_go; then return; fi
	if ! command -v dpkg-query >/dev/null; then fail "Go 1.21 or later is needed: see go.dev/dl"; fi
	echo "    installing Go"
	apt_get update || fail "apt-get update failed"
	apt_get install -y --no-install-recommends golang-go || true
	if good_go; then return; fi
	backports || fail "this system's Go is older than 1.21 and no backports were found: see go.dev/dl"
	good_go || fail "Go 1.21 or later is needed and could not be installed: see go.dev/dl"
}

# quick_links makes Go's own linker link the tests: it takes 0.4 s for a test program that clang
# links in 1.1. It cannot link the C++ of the window. It needs all libraries at a program's start,
# which gpu/offscreen and host must do without. It may not know all that a C compiler writes.
quick_links() {
	mkdir -p out
	[ -f out/linked ] || echo "    compiling the OpenGL bindings (once in a new clone)" >&2
	quick="$GOFLAGS '-ldflags=-s -linkmode=internal'"
	for package in viewer viewer/internal/window gpu/offscreen host; do
		quick="$quick -ldflags=github.com/combgl/comb/$package=-s"
	done
	if GOFLAGS=$quick go test -vet=off -c -o out/linked ./gpu/gputest >out/quick-links 2>&1; then
		GOFLAGS=$quick
	else
		GOFLAGS="$GOFLAGS -ldflags=-s"
	fi
}

good_go() { go version 2>/dev/null | grep -qE 'go1\.(2[1-9]|[3-9][0-9])'; }

# backports installs Go from the release's backports, at the mirror that the system uses.
backports() {
	. /etc/os-release
	line=$(apt-get indextargets --format '$(REPO_URI) $(SIGNED_BY)' "Codename: ${VERSION_CODENAME-}" 2>/dev/null | head -n 1)
	mirror=${line%% *}
	[ -n "$mirror" ] && [ -n "${VERSION_CODENAME-}" ] || return 1
	echo "    adding $VERSION_CODENAME-backports of the system's own mirror to the package sources, for Go"
	echo "deb $mirror $VERSION_CODENAME-backports main" | as_root tee /etc/apt/sources.list.d/comb-backports.list >/dev/null
	apt_get update && apt_get install -y --no-install-recommends -t "$VERSION_CODENAME-backports" golang-go
}
