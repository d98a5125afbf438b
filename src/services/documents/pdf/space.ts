import type { Block } from './block.ts'
import type { Pen, Structure } from './pen.ts'
import type { Piece } from './piece.ts'

/** Where a block is laid out. */
export interface Space {
  pen: Pen
  /** Its parent in the structure of the PDF. */
  parent: Structure
  width: number
  pageHeight: number
}

/** The widths that content needs: its longest word, and its longest text without a break. */
export interface Widths {
  least: number
  most: number
}

/** What tables use to lay out their cells. */
export interface Layout {
  layOutAll(blocks: readonly Block[], space: Space): Piece[]
  widest(blocks: readonly Block[], pen: Pen): Widths
}
