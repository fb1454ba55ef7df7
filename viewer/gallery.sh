#!/bin/sh
# SPDX-License-Identifier: MIT
# gallery.sh VIEWER FOLDER [FLAG...]: renders the images of the gallery into the folder, with the
# stats of each. Flags go to all of them. Existing images are skipped.
# gallery.sh -list: prints the name and the command of each image, for docs/gallery.md.
#
# All styles of the groom in three lights from three sides, and the hair files that lie in
# ../shared/hair-data, if they do.
set -eu
viewer=viewer
folder=.
list=
case ${1-} in
-list) list=yes ;;
*)
	viewer=$1
	folder=$2
	shift 2
	mkdir -p "$folder"
	;;
esac

# shot NAME FLAGS FILE FLAG...: FLAGS is a part of a command line with its quotes.
shot() {
	name=$1
	flags=$2
	file=$3
	shift 3
	if [ "$list" ]; then
		echo "| $name | \`viewer -headless -o $name.png -size 1920x1080 $flags${file:+ $file}\` |"
		return
	fi
	if [ ! -e "$folder/$name.png" ]; then
		eval '"$viewer" -headless -quiet -o "$folder/$name.png" -stats "$folder/$name.json" -size 1920x1080' "$flags" '"$@"' "$file"
	fi
	echo "$folder/$name.png"
}

# Light from behind and above, and a weak fill light from the camera.
behind="-lights 'camera,0.4,0.6,-1,4;camera,-0.8,0.5,-0.6,2;camera,-0.3,0.4,1,0.5'"
# The sun over a horizon, and the light of the sky from all around and from the other side.
horizon="-backdrop horizon -env horizon,2 -lights 'sun,0.6,0.7,0.5,2.6,1,0.94,0.84;sun,-0.6,0.6,-0.5,0.7,0.7,0.85,1'"

# matrix NAME FLAGS FILE FLAG...: nine images.
matrix() {
	of=$1
	model=$2
	from=$3
	shift 3
	for light in studio behind horizon; do
		case $light in
		studio) lit= ;;
		behind) lit=" $behind" ;;
		horizon) lit=" $horizon" ;;
		esac
		shot "$of-$light-front" "$model -camera 25,4,0.9$lit" "$from" "$@"
		shot "$of-$light-side" "$model -camera 85,6,0.9$lit" "$from" "$@"
		shot "$of-$light-back" "$model -camera 190,8,0.9$lit" "$from" "$@"
	done
}

matrix wavy "-style wavy -color brown" "" "$@"
matrix straight "-style straight -color black" "" "$@"
matrix curly "-style curly -color red" "" "$@"
matrix bob "-style bob -color '#7a4a2c'" "" "$@"
matrix short "-style short -color blond" "" "$@"
data=../shared/hair-data
# file NAME FLAGS FILE FLAG...
file() {
	if [ "$list" ] || [ -e "$3" ]; then matrix "$@"; fi
}
file straight-file "-color brown" "$data/straight.hair" "$@"
file mohawk "-color red" "$data/ratboy_mohawk.tfx" "$@"
file mohawk-raw "-raw" "$data/ratboy_mohawk.tfx" "$@"
