// SPDX-License-Identifier: MIT
// The index of this workgroup in a dispatch that may have been split over two dimensions, because a
// driver takes at most so many groups on one axis (65,535 where the specification's minimum is
// kept). The last row may hold groups past the end: the kernel compares with its own item count.
uint workgroupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
