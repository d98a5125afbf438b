import type { BoxStyle, TextStyle } from '../style/styles.ts'
import type { DocumentImage } from './image.ts'

/** Text of one style; a line break has the text `\n`. */
export interface Run {
  text: string
  style: TextStyle
  link: string | undefined
}

interface Boxed {
  box: BoxStyle
}

/** A paragraph or a heading. */
export interface TextBlock extends Boxed {
  kind: 'text'
  /** Its role in the structure of the PDF. */
  role: 'P' | 'H1' | 'H2' | 'H3' | 'H4' | 'H5' | 'H6'
  style: TextStyle
  runs: Run[]
}

export interface GroupBlock extends Boxed {
  kind: 'group'
  role: 'Div' | 'BlockQuote'
  children: Block[]
}

export interface ListBlock extends Boxed {
  kind: 'list'
  style: TextStyle
  items: { label: string; block: GroupBlock }[]
}

export interface Cell extends Boxed {
  role: 'TH' | 'TD'
  columns: number
  children: Block[]
  /** Its amount in cents, which the pages of its table show: added up, or as the balance so far. */
  carried: { cents: number; isBalance: boolean } | undefined
}

export interface Row {
  cells: Cell[]
  background: string | undefined
}

export interface TableBlock extends Boxed {
  kind: 'table'
  head: Row[]
  rows: Row[]
}

export interface ImageBlock extends Boxed {
  kind: 'image'
  image: DocumentImage
  alt: string
  width: number
  height: number
  align: TextStyle['align']
}

export interface RuleBlock extends Boxed {
  kind: 'rule'
}

export type Block = TextBlock | GroupBlock | ListBlock | TableBlock | ImageBlock | RuleBlock
