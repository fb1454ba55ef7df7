// SPDX-License-Identifier: MIT

//go:build !headless && !plain && !(linux && !amd64) && !(windows && !amd64)

package window

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/combgl/comb/viewer/internal/flags"
	"github.com/combgl/comb/viewer/internal/layout"
	"github.com/combgl/comb/viewer/internal/theme"
)

// helpWindow lists keys and movements of the mouse, with a search.
func (p *panels) helpWindow() {
	f := p.layout.Free
	width, height := min(p.px(620), f.W-p.px(24)), min(p.px(560), f.H-p.px(24))
	imgui.SetNextWindowPosV(imgui.NewVec2(f.X+f.W/2, f.Y+f.H/2), imgui.CondAlways, imgui.NewVec2(0.5, 0.5))
	imgui.SetNextWindowSize(imgui.NewVec2(max(width, p.px(120)), max(height, p.px(80))))
	imgui.PushStyleColorVec4(imgui.ColWindowBg, vec4(theme.Popup))
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 1)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowRounding, p.px(theme.PopupRounding))
	imgui.BeginV("Keys and mouse", &p.help, imgui.WindowFlagsNoCollapse|imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoMove)
	imgui.PopStyleVarV(2)
	imgui.PopStyleColor()
	if imgui.IsWindowAppearing() {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##find", "Search keys", &p.find, imgui.InputTextFlagsAutoSelectAll, nil)
	p.note("help/search")
	columns := int32(2)
	if width < p.px(500) {
		columns = 1
	}
	if imgui.BeginTableV("keys", 2*columns, 0, imgui.NewVec2(0, 0), 0) {
		for range columns {
			imgui.TableSetupColumnV("key", imgui.TableColumnFlagsWidthFixed, p.px(112), 0)
			imgui.TableSetupColumnV("does", imgui.TableColumnFlagsWidthStretch, 1, 0)
		}
		shown := int32(0)
		for _, k := range slices.Concat(flags.Mouse(p.config.Blender), flags.Keys) {
			if p.find != "" && !strings.Contains(strings.ToLower(k.Name+" "+k.Does), strings.ToLower(strings.TrimSpace(p.find))) {
				continue
			}
			if shown%columns == 0 {
				imgui.TableNextRow()
			}
			shown++
			imgui.TableNextColumn()
			colored(theme.Accent, k.Name)
			imgui.TableNextColumn()
			imgui.TextUnformatted(k.Does)
		}
		imgui.EndTable()
		if shown == 0 {
			colored(theme.Dim, fmt.Sprintf("No key or movement is called %q.", p.find))
		}
	}
	imgui.End()
}

// kinds are the extensions of the files that the window opens.
var kinds = []string{".hair", ".tfx", ".data", ".bin", ".npy", ".ply", ".obj", ".json"}

// filesPopup opens a file: by its path, with what the folder holds, or of the recent ones. It lies
// below a rectangle.
func (p *panels) filesPopup(v *view, t layout.Rect) {
	if p.filesOpen {
		p.filesOpen, p.intoFolder = false, false
		imgui.OpenPopupStr("files")
	}
	imgui.SetNextWindowPosV(imgui.NewVec2(t.X+p.px(8), t.Y+t.H), imgui.CondAppearing, imgui.NewVec2(0, 0))
	width := min(p.px(460), t.W-p.px(16))
	imgui.SetNextWindowSize(imgui.NewVec2(width, 0))
	if !imgui.BeginPopupV("files", imgui.WindowFlagsNoMove) {
		return
	}
	defer imgui.EndPopup()
	open := func(path string) {
		imgui.CloseCurrentPopup()
		v.later(func() error { v.drop([]string{atHome(path)}); return nil })
	}
	// A path is selected whole, so that typing replaces it. A folder that was entered is continued.
	kind := imgui.InputTextFlagsEnterReturnsTrue
	if !p.intoFolder {
		kind |= imgui.InputTextFlagsAutoSelectAll
	}
	if imgui.IsWindowAppearing() || p.intoFolder {
		imgui.SetKeyboardFocusHere()
	}
	imgui.SetNextItemWidth(-1)
	pressed := imgui.InputTextWithHint("##path", "Path of a hair file or of settings", &p.path, kind, nil)
	if imgui.IsItemActivated() && p.intoFolder {
		p.intoFolder = false
		imgui.InternalInputTextState(imgui.ItemID()).InternalReloadUserBufAndMoveToEnd()
	}
	p.note("files/path")
	enter := func(folder string) {
		p.path, p.intoFolder, p.events = strings.TrimRight(folder, "/")+"/", true, settling
	}
	switch info, err := os.Stat(atHome(p.path)); {
	case !pressed || p.path == "":
	case err == nil && info.IsDir():
		enter(p.path)
	default:
		open(p.path)
	}
	for _, found := range completions(p.path) {
		folder := strings.HasSuffix(found, "/")
		label := base(found)
		if folder {
			label += "/"
		}
		if imgui.SelectableBoolV(label+"##"+found, false, imgui.SelectableFlagsNoAutoClosePopups, imgui.NewVec2(0, 0)) {
			if folder {
				enter(found)
			} else {
				open(found)
			}
		}
		p.note("files/" + label)
	}
	if len(p.config.Recent) > 0 {
		imgui.Separator()
		p.small(theme.Dim, "Recent")
	}
	for _, path := range p.config.Recent {
		_, err := os.Stat(path)
		label := clipped(base(path), 40) + "  " + clipped(filepath.Dir(path), 40)
		if err != nil {
			label = clipped(base(path), 40) + "  not found"
		}
		beginOff(err != nil)
		if imgui.SelectableBoolV(label+"##"+path, false, 0, imgui.NewVec2(0, 0)) {
			open(path)
		}
		endOff()
		p.note("files/recent " + path)
	}
	imgui.Separator()
	if v.o.File != "" && imgui.SelectableBool("Grow a head of hair") {
		v.later(v.grow)
	}
	p.small(theme.Dim, "A path begins in "+clippedFront(here(), 44)+",\nwith ~/ in your home folder.")
	p.small(theme.Dim, "A file can also be dropped on the window:\n"+strings.Join(kinds, " "))
}

// completions returns up to eight files and folders that a path may become.
func completions(path string) (found []string) {
	folder, prefix := filepath.Split(path)
	entries, err := os.ReadDir(max(atHome(folder), "."))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, prefix) || strings.HasPrefix(name, ".") && prefix == "" {
			continue
		}
		switch {
		case e.IsDir():
			found = append(found, folder+name+"/")
		case slices.Contains(kinds, strings.ToLower(filepath.Ext(name))):
			found = append(found, folder+name)
		}
		if len(found) == 8 {
			break
		}
	}
	return found
}
