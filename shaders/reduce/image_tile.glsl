// SPDX-License-Identifier: MIT
// The place of a tile in an image: TILE_WIDTH by TILE_HEIGHT texels, fewer at the right and the
// last edge.
uniform uint source_width;
uniform uint source_height;
uniform uint tile_columns;
uniform uint strips;  // of each tile

uvec2 tileCorner(uint tile) { return uvec2(tile % tile_columns * TILE_WIDTH, tile / tile_columns * TILE_HEIGHT); }
uvec2 tileExtent(uvec2 corner) { return min(uvec2(TILE_WIDTH, TILE_HEIGHT), uvec2(source_width, source_height) - corner); }
