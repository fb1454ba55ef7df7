// SPDX-License-Identifier: MIT
// workgroupIndex: the index of this workgroup. A dispatch may be split over two dimensions, because
// a driver limits the groups on one axis (the specification's minimum is 65,535). The last row may
// have groups past the end: the kernel compares with its own item count.
uint workgroupIndex()
{
    return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
