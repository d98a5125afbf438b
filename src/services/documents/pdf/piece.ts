import type { Pen } from './pen.ts'

/** A part of a document that a page shows: a line, an image, a row of a table. The pieces of a document form a column. */
export interface Piece {
  height: number
  /** The space before it, which is left out at the top of a page or cell. */
  gap: number
  paint(pen: Pen, x: number, y: number): void
  /** Starts on a new page. */
  breaksBefore?: boolean
  /** Is on one page with the next piece, if both fit. */
  keepsWithNext?: boolean
  /** The rows of a table's head, which are repeated on each page. */
  head?: readonly Piece[]
  /** What a page shows after it, and the next one before its rows, if a table continues there. */
  carry?: { over: Piece; forward: Piece }
  /** Divides a piece that is higher than a page. Undefined if no part of it fits. */
  split?(height: number): [Piece, Piece] | undefined
}

/** Neighboring areas of one color overlap by this, since viewers show a line between them otherwise. */
export const SEAM = 0.3

/** Returns the height of pieces below each other. */
export const heightOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { height, gap }, index) => sum + height + (index === 0 ? 0 : gap), 0)

export const paintAll = (pieces: readonly Piece[], pen: Pen, x: number, y: number): void => {
  let at = y
  pieces.forEach((piece, index) => {
    if (index > 0) at += piece.gap
    piece.paint(pen, x, at)
    at += piece.height
  })
}

/** Divides pieces: those that fit into a height, and the others. */
export const splitAll = (pieces: readonly Piece[], height: number): [Piece[], Piece[]] => {
  let left = height
  for (const [index, piece] of pieces.entries()) {
    const gap = index === 0 ? 0 : piece.gap
    left -= gap + piece.height
    if (left >= 0) continue
    const parts = piece.split?.(left + piece.height)
    const before = pieces.slice(0, index)
    return parts
      ? [
          [...before, parts[0]],
          [parts[1], ...pieces.slice(index + 1)],
        ]
      : [before, pieces.slice(index)]
  }
  return [[...pieces], []]
}

/** Moves pieces to the right. */
export const shift = (pieces: readonly Piece[], by: number): Piece[] =>
  by === 0 ? [...pieces] : pieces.map((piece) => wrap(piece, (pen, x, y, inner) => inner.paint(pen, x + by, y)))

/** Replaces how a piece and its parts are painted. */
const wrap = (piece: Piece, paint: (pen: Pen, x: number, y: number, inner: Piece) => void): Piece => ({
  ...piece,
  paint: (pen, x, y) => paint(pen, x, y, piece),
  ...(piece.head && { head: piece.head.map((one) => wrap(one, paint)) }),
  ...(piece.carry && { carry: { over: wrap(piece.carry.over, paint), forward: wrap(piece.carry.forward, paint) } }),
  ...(piece.split && {
    split: (height) => {
      const parts = piece.split?.(height)
      return parts && [wrap(parts[0], paint), wrap(parts[1], paint)]
    },
  }),
})

/** What surrounds pieces: extra height above and below each, and what is painted under it. */
export interface Frame {
  above: number
  below: number
  paint(pen: Pen, x: number, y: number, height: number): void
}

/** Puts a frame around one piece. */
export const framed = (piece: Piece, frame: Frame): Piece => {
  const { above, below } = frame
  const height = piece.height + above + below
  return {
    ...piece,
    height,
    paint: (pen, x, y) => {
      frame.paint(pen, x, y, height)
      piece.paint(pen, x, y + above)
    },
    ...(piece.head && {
      head: piece.head.map((one) => framed(one, { ...frame, above: 0, below: 0 })),
    }),
    ...(piece.carry && {
      carry: {
        over: framed(piece.carry.over, { ...frame, above: 0, below: 0 }),
        forward: framed(piece.carry.forward, { ...frame, above: 0, below: 0 }),
      },
    }),
    ...(piece.split && {
      split: (available) => {
        const parts = piece.split?.(available - above)
        return parts && [framed(parts[0], { ...frame, below: 0 }), framed(parts[1], { ...frame, above: 0 })]
      },
    }),
  }
}
