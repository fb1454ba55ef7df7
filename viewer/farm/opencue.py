#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sends a sequence to OpenCue, in chunks of frames: opencue.py [viewer flags] [file]

FRAMES (240) a turn, CHUNK (10) frames a process, OF (frames/f%04d.png, on a disk that all hosts see), VIEWER (viewer),
SHOW (testing), SHOT (hair), NAME (turntable). It needs OpenCue's pyoutline, and CUEBOT_HOSTS as OpenCue's own tools do.
A chunk that is retried draws only what it had not finished. With -print it tells the command of a chunk and sends nothing.
"""
import getpass
import os
import sys


def command(arguments):
    e = os.environ.get
    return [
        e("VIEWER", "viewer"), "-headless", "-quiet", "-turntable", e("FRAMES", "240"),
        "-frames", "#FRAME_START#-#FRAME_END#", "-of", e("OF", "frames/f%04d.png"),
    ] + arguments


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["-print"]:
        print(" ".join(command(arguments[1:])))
        return
    import outline
    import outline.cuerun
    from outline.modules.shell import Shell

    e = os.environ.get
    job = outline.Outline(e("NAME", "turntable"), show=e("SHOW", "testing"), shot=e("SHOT", "hair"), user=getpass.getuser())
    frames = "0-%d" % (int(e("FRAMES", "240")) - 1)
    job.add_layer(Shell("frames", command=command(arguments), range=frames, chunk=int(e("CHUNK", "10"))))
    outline.cuerun.launch(job, use_pycuerun=False)


if __name__ == "__main__":
    main()
