# SPDX-License-Identifier: MIT
# The commands ./dev kernel, ./dev kernel-diff and ./dev slots. dev sources this file in the root
# folder.

kernel() {
	need_packages $build_packages
	need_go
	go run ./internal/tools/kernel "$@"
}

slots() {
	need_packages $build_packages
	need_go
	mkdir -p out
	go run ./internal/tools/kernel -slots >out/slots.md
	mv out/slots.md docs/slots.md
}

kernel_diff() {
	need_packages $build_packages
	need_go
	go build -o out/bin/kerneldiff ./internal/tools/kerneldiff
	out/bin/kerneldiff "$@"
}
