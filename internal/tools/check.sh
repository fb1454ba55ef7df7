# SPDX-License-Identifier: MIT
# The commands ./dev check and ./dev lint-shaders. dev sources this file in the root folder.

# step NAME COMMAND... runs a step of check. It prints the time, and on failure the command that
# repeats the step.
step() {
	what=$1
	shift
	now=$(date +%s)
	if "$@"; then
		echo "ok    $what ($(took "$now"))"
	else
		echo "FAIL  $what ($(took "$now")): repeat with: ./dev check-$what"
		echo "$what" >>out/check-failed
	fi
}

# The steps of check. ./dev check-NAME runs one alone. Two groups run side by side: the compiler of
# the first group's C code leaves a core idle. Each has the quickest steps first. After a change to
# package gpu, vet and staticcheck take four fifths of the time.
check_steps="format rules tidy root smoke vet vet-headless staticcheck times"
check_steps_beside="prose cpu"

check_format() { formatted; }
check_rules() { house_rules; }
check_prose() { go run ./internal/tools/prose; }
check_tidy() { tidy; }
check_vet() { roomy go vet ./...; }
check_vet_headless() { go vet -tags egl,headless ./viewer; }
check_staticcheck() { staticcheck; }
# The tests of the root that need no GL: import rules, the figures of README.md, docs/features.md.
check_root() { go test -skip "^($smoke_tests)\$" .; }
check_cpu() { go test $(cpu_packages); }
# Reports only: no time makes it fail.
check_times() { go run ./internal/tools/testreport -over; }
check_smoke() { COMB_EXPECT_GL=1 go test -run "^($smoke_tests)\$" .; }
smoke_tests="TestSmoke|TestReadmeProgram"

# cpu_packages prints the packages whose tests need no GL context: they link neither package that
# opens one.
cpu_packages() {
	go list -test -f '{{if eq .Name "main"}}{{.ImportPath}} {{join .Deps " "}}{{end}}' ./... |
		awk '$1 ~ /\.test$/ && !/comb\/gpu\/offscreen|\/glfw/ { sub(/\.test$/, "", $1); print $1 }'
}

check() {
	began=$(date +%s)
	need_packages $build_packages $window_packages
	need_go
	quick_links
	rm -f out/check-failed
	if [ $# -gt 0 ]; then
		case " $check_steps $check_steps_beside " in
		*" $1 "*) steps "$1" ;;
		*) fail "check-$1: got an unknown step, want one of: $check_steps $check_steps_beside" ;;
		esac
	else
		steps_at_once $check_steps_beside &
		steps $check_steps
		wait
	fi
	if [ -f out/check-failed ]; then
		echo "check failed in $(took "$began"): $(tr '\n' ' ' <out/check-failed)"
		return 1
	fi
	echo "check passed in $(took "$began")"
}

# steps NAME... runs steps of check, one after the other.
steps() {
	for name; do step "$name" "check_$(echo "$name" | tr - _)"; done
}

# steps_at_once is steps, but prints the lines of a step together when it ends, since other steps
# run beside it.
steps_at_once() {
	for name; do
		steps "$name" >out/check-beside 2>&1
		cat out/check-beside
	done
}

# roomy COMMAND... lets a Go program collect garbage less often, which takes a fifth off the time of
# vet and staticcheck. From 2 GiB on it collects as often as it must.
roomy() { GOGC=400 GOMEMLIMIT=2GiB "$@"; }

lint_shaders() {
	need_packages $build_packages $window_packages glslang-tools spirv-tools
	need_go
	quick_links
	mkdir -p out
	rm -f out/validated
	tested=$(git ls-files -co --exclude-standard '*_test.go' | xargs grep -l '^func TestShaders' | xargs -n 1 dirname | sort -u | sed 's,^,./,')
	COMB_VALIDATE="$here/out/validated" go test -vet=off -count=1 -run TestShaders $tested
	all_validated
}

# Every shader file, or each part of it, must be in a shader that a test called TestShaders has
# looked at.
all_validated() {
	left=$(shader_pieces | grep -vxF -f out/validated || true)
	[ -z "$left" ] || { echo "in no test called TestShaders: $left"; return 1; }
}

# shader_pieces prints the include name of each file, and of each part of files with parts.
shader_pieces() {
	git ls-files -co --exclude-standard '*.glsl' | while read -r file; do
		[ -f "$file" ] || continue
		name=$(echo "$file" | sed 's,^shaders/,,; s,^.*/\([^/]*\)/shaders/,\1/,; s,^\([^/]*\)/shaders/,\1/,')
		parts=$(sed -n 's,//.*,,; s/^#part //p' "$file")
		[ -n "$parts" ] || echo "$name"
		for part in $parts; do echo "$name#$part"; done
	done | sort -u
}

formatted() {
	list=$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l)
	[ -z "$list" ] || { echo "not gofmt-ed: $list"; return 1; }
}

# go.mod and go.sum must be as go mod tidy writes them. go mod tidy also reads modules that no build
# needs. If those cannot be fetched, the step prints that and passes.
tidy() {
	mkdir -p out
	if go mod tidy -diff >out/tidy 2>&1; then return; fi
	if grep -qE 'dial tcp|no such host|i/o timeout|TLS handshake|GOPROXY=off' out/tidy; then
		echo "tidy: not checked, because modules cannot be fetched here: $(tail -n 1 out/tidy)"
		return
	fi
	cat out/tidy
	echo "run: go mod tidy"
	return 1
}

# It runs from its own module cache entry, so that its dependencies do not enter go.mod.
staticcheck() {
	roomy go run honnef.co/go/tools/cmd/staticcheck@v0.6.1 ./...
}

# Licence lines, short files, and #if only in shaders/lib.
house_rules() {
	git ls-files -co --exclude-standard '*.go' '*.glsl' '*.sh' dev | xargs awk '
		function finish() {
			if (file == "") return
			most = file ~ /\.(comp|vert|frag)\.glsl$/ ? 160 : file ~ /\.(go|glsl)$/ ? 400 : 250
			if (!licensed) { print file ": no licence line"; bad = 1 }
			if (lines > most) { print file ": " lines " lines, want at most " most; bad = 1 }
		}
		FNR == 1 { finish(); file = FILENAME; licensed = 0 }
		{ lines = FNR }
		FNR <= 3 && /SPDX-License-Identifier: MIT/ { licensed = 1 }
		file ~ /\.glsl$/ && file !~ /^shaders\/lib\// && /^[[:space:]]*#[[:space:]]*(if|ifdef|ifndef)/ {
			print file ":" FNR ": #if belongs in shaders/lib"
			bad = 1
		}
		END { finish(); exit bad }'
}
