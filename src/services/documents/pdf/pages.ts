import { TemplateFault } from '#services/templates/template-fault'
import { contentHeight, type Paper } from './paper.ts'
import type { Pen } from './pen.ts'
import { heightOf, type Piece, paintAll } from './piece.ts'

/** More pages are an error of a template or its data. */
const MAX_PAGES = 200

/** The number of following pieces that are considered to keep them together. */
const MAX_KEPT = 60

/** Paints pieces page by page. @throws TemplateFault for more than 200 pages. */
export const paintPages = (pieces: readonly Piece[], pen: Pen, paper: Paper): void => {
  const pages = new Pages(pen, paper)
  pages.turn()
  const whole = contentHeight(paper)
  for (const [index, piece] of pieces.entries()) {
    if (piece.breaksBefore) pages.leave()
    const kept = keptHeight(pieces, index, whole)
    const carry = piece.head && pieces[index - 1]?.carry
    const repeated = [...(piece.head ?? []), ...(carry ? [carry.forward] : [])]
    if (piece.gap + kept > pages.room && kept <= whole - heightOf(repeated)) pages.leave(repeated, carry?.over)
    putInParts(pages, piece)
  }
}

class Pages {
  private readonly pen: Pen
  private readonly paper: Paper
  private count = 0
  private y = 0
  /** Nothing but a repeated head is on the page. */
  isFresh = true

  constructor(pen: Pen, paper: Paper) {
    this.pen = pen
    this.paper = paper
  }

  /** The height that is left on the page. */
  get room(): number {
    return this.paper.height - this.paper.bottom - this.y
  }

  /** Starts a new page. */
  turn(head: readonly Piece[] = []): void {
    this.count++
    if (this.count > MAX_PAGES) throw new TemplateFault('Html', `needs more than ${MAX_PAGES} pages`)
    this.pen.addPage()
    this.y = this.paper.top
    this.pen.repeated(() => paintAll(head, this.pen, this.paper.side, this.y))
    this.y += heightOf(head)
    this.isFresh = true
  }

  /** Starts a new page unless this one is empty. @param last what this one ends with. */
  leave(head?: readonly Piece[], last?: Piece): void {
    if (this.isFresh) return
    if (last) this.pen.repeated(() => last.paint(this.pen, this.paper.side, this.y))
    this.turn(head)
  }

  /** Returns the space before a piece. */
  gapOf(piece: Piece): number {
    return this.isFresh ? 0 : piece.gap
  }

  put(piece: Piece): void {
    this.y += this.gapOf(piece)
    piece.paint(this.pen, this.paper.side, this.y)
    this.y += piece.height
    this.isFresh = false
  }
}

/** Paints a piece, in parts if it is higher than a page. A part that cannot be divided leaves the page at its bottom. */
const putInParts = (pages: Pages, piece: Piece): void => {
  let rest = piece
  while (rest.height > pages.room - pages.gapOf(rest)) {
    const parts = rest.split?.(pages.room - pages.gapOf(rest))
    if (!parts && pages.isFresh) break
    if (parts) pages.put(parts[0])
    pages.turn(piece.head)
    if (parts) rest = parts[1]
  }
  pages.put(rest)
}

/** Returns the height of a piece with those that it is kept with, unless they need more than a page. */
const keptHeight = (pieces: readonly Piece[], from: number, whole: number): number => {
  let height = 0
  for (const [index, piece] of pieces.slice(from, from + MAX_KEPT).entries()) {
    height += piece.height + (index === 0 ? 0 : piece.gap)
    if (height > whole) return pieces[from]?.height ?? 0
    if (!piece.keepsWithNext) {
      height += piece.carry?.over.height ?? 0
      break
    }
  }
  return height
}
