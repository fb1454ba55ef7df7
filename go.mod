module github.com/combgl/comb

go 1.22.0

require (
	github.com/go-gl/gl v0.0.0-20231021071112-07e5d0ea2e71
	github.com/go-gl/glfw/v3.3/glfw v0.0.0-20260823155953-d41da22a9587
	github.com/go-gl/mathgl v1.2.0
	golang.org/x/exp v0.0.0-20240613232115-7f521ea00fb8
)
