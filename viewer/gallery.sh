#!/bin/sh
# SPDX-License-Identifier: MIT
# gallery.sh VIEWER FOLDER [FLAG...]: renders the images of the gallery into the folder, with the
# stats of each. Flags go to all of them. Existing images are skipped.
set -eu
viewer=$1
folder=$2
shift 2
mkdir -p "$folder"

# shot NAME FLAG...
shot() {
	name=$1
	shift
	if [ ! -e "$folder/$name.png" ]; then
		"$viewer" -headless -quiet -size 1280x720 -o "$folder/$name.png" -stats "$folder/$name.json" "$@"
	fi
	echo "$folder/$name.png"
}

# Light from behind and above, and a weak fill light from the camera.
behind="camera,0.4,0.6,-1,4;camera,-0.8,0.5,-0.6,2;camera,-0.3,0.4,1,0.5"

# Long hair in three styles and colours, from all sides.
shot wavy-front -style wavy -color brown -camera 0,4,0.9 "$@"
shot wavy-side -style wavy -color brown -camera 75,6,0.9 "$@"
shot wavy-back -style wavy -color brown -camera 180,8,0.9 "$@"
shot straight-front -style straight -color black -camera -25,4,0.9 "$@"
shot straight-side -style straight -color black -camera 80,6,0.9 "$@"
shot straight-back -style straight -color black -camera 165,8,0.9 "$@"
shot curly-front -style curly -color red -camera 20,4,0.9 "$@"
shot curly-side -style curly -color red -camera 95,6,0.9 "$@"
shot curly-back -style curly -color red -camera 195,8,0.9 "$@"
# The same light on other colours, and light from behind.
shot straight-blond -style straight -color blond -camera -25,4,0.9 "$@"
shot straight-blond-behind -style straight -color blond -camera 160,5,0.9 -lights "$behind" "$@"
shot wavy-blond-behind -style wavy -color blond -camera 20,4,0.9 -lights "$behind" "$@"
shot curly-black-behind -style curly -color black -camera 0,4,0.9 -lights "$behind" "$@"
# Short hair.
shot bob-front -style bob -color "#7a4a2c" -camera -30,4,0.9 "$@"
shot bob-behind -style bob -color red -camera 150,6,0.9 -lights "$behind" "$@"
shot short-front -style short -color black -camera 25,4,0.9 "$@"
shot short-side -style short -color blond -camera 85,6,0.9 "$@"
