import type { BoxStyle, TextStyle } from '../style/styles.ts'
import type { Block, GroupBlock, ImageBlock, ListBlock, TextBlock } from './block.ts'
import { visualOrder } from './direction.ts'
import { breakLines, type Line, measureText } from './lines.ts'
import type { Pen, Structure } from './pen.ts'
import { framed, heightOf, type Piece, SEAM, shift } from './piece.ts'
import type { Layout, Space, Widths } from './space.ts'
import { layOutTable, measureTable } from './table.ts'
import type { Fragment } from './words.ts'

/** Text narrower than this is not readable: it may then leave its box. */
const MIN_WIDTH = 12

/** Lays out blocks below each other. Of two margins, the larger counts. */
export const layOutAll = (blocks: readonly Block[], space: Space): Piece[] => {
  const pieces: Piece[] = []
  let margin = 0
  let breaks = false
  for (const block of blocks) {
    const { box } = block
    const made = layOut(block, space)
    const [first] = made
    if (first) {
      keepWithPrevious(box, pieces)
      first.gap = pieces.length === 0 ? 0 : Math.max(margin, box.margin.top)
      if (breaks || box.breaksBefore) first.breaksBefore = true
      breaks = false
      margin = 0
    } else if (box.breaksBefore) breaks = true
    margin = Math.max(margin, box.margin.bottom)
    if (box.breaksAfter) breaks = true
    pieces.push(...made)
  }
  return pieces
}

const keepWithPrevious = ({ staysWithPrevious }: BoxStyle, pieces: readonly Piece[]): void => {
  const previous = pieces.at(-1)
  if (staysWithPrevious && previous) previous.keepsWithNext = true
}

/** Lays out one block within its margins. */
const layOut = (block: Block, space: Space): Piece[] => {
  const { box } = block
  const available = Math.max(space.width - box.margin.left - box.margin.right, MIN_WIDTH)
  // The width of an image and of a table is their own.
  const stated = block.kind === 'group' || block.kind === 'text' ? widthIn(box, available) : available
  const left = box.isPushedRight ? space.width - box.margin.right - stated : box.margin.left
  const inner = { ...space, width: stated }
  const pieces =
    block.kind === 'table'
      ? layOutTable(block, inner, LAYOUT)
      : framedBy(box, inner, (within) => content(block, within))
  return shift(together(pieces, box), left)
}

const content = (block: Exclude<Block, { kind: 'table' }>, space: Space): Piece[] => {
  switch (block.kind) {
    case 'text':
      return layOutText(block, space)
    case 'group':
      return layOutGroup(block, space)
    case 'list':
      return layOutList(block, space)
    case 'image':
      return [imagePiece(block, space)]
    case 'rule':
      return [{ height: 0, gap: 0, paint: () => undefined }]
  }
}

const widthIn = ({ width }: BoxStyle, available: number): number => {
  if (!width) return available
  const points = 'points' in width ? width.points : (available * width.percent) / 100
  return Math.min(Math.max(points, MIN_WIDTH), available)
}

const together = (pieces: Piece[], { staysTogether }: BoxStyle): Piece[] => {
  if (staysTogether) for (const piece of pieces.slice(0, -1)) piece.keepsWithNext = true
  return pieces
}

/** Puts padding, borders and background of a box around its content. */
const framedBy = (box: BoxStyle, space: Space, make: (inner: Space) => Piece[]): Piece[] => {
  const { padding, borders, background } = box
  const sides = padding.left + padding.right + (borders.left?.width ?? 0) + (borders.right?.width ?? 0)
  const above = padding.top + (borders.top?.width ?? 0)
  const below = padding.bottom + (borders.bottom?.width ?? 0)
  const isBare = sides + above + below === 0 && background === undefined && !box.height
  const made = make({ ...space, width: Math.max(space.width - sides, MIN_WIDTH) })
  if (isBare) return made
  const pieces = made.length > 0 ? made : [{ height: 0, gap: 0, paint: () => undefined }]
  const room = Math.min(box.height ?? 0, space.pageHeight / 2) - heightOf(pieces) - above - below
  const inset = padding.left + (borders.left?.width ?? 0)
  return shift(pieces, inset).map((piece, index) => {
    const isFirst = index === 0
    const isLast = index === pieces.length - 1
    const gap = isFirst ? 0 : piece.gap
    return {
      ...framed(piece, {
        above: gap + (isFirst ? above : 0),
        below: isLast ? below + Math.max(room, 0) : 0,
        paint: (pen, x, y, height) => paintBox(pen, box, { isFirst, isLast }, [x, y, space.width, height]),
      }),
      gap: 0,
    }
  })
}

const paintBox = (
  pen: Pen,
  { background, borders }: BoxStyle,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
  [x, y, width, height]: [number, number, number, number],
): void => {
  const { top, right, bottom, left } = borders
  const joined = isLast ? height : height + SEAM
  if (background) pen.fill(background, x, y, width, joined)
  if (top && isFirst) pen.fill(top.color, x, y, width, top.width)
  if (bottom && isLast) pen.fill(bottom.color, x, y + height - bottom.width, width, bottom.width)
  if (left) pen.fill(left.color, x, y, left.width, joined)
  if (right) pen.fill(right.color, x + width - right.width, y, right.width, joined)
}

const layOutText = ({ runs, style, role }: TextBlock, { pen, parent, width }: Space): Piece[] => {
  const node = pen.node(parent, role)
  const lines = breakLines(pen, runs, style, width)
  return lines.map((line, index) => ({
    height: line.height,
    gap: 0,
    // A heading stays with its text, and no first or last line of a paragraph is left behind.
    keepsWithNext: role !== 'P' || (lines.length > 1 && (index === 0 || index === lines.length - 2)),
    paint: (on, x, y) => paintLine(on, node, line, { x: x + offset(sideOf(style, line), width - line.width), y }),
  }))
}

const sideOf = ({ align }: TextStyle, { isRightToLeft }: Line): 'left' | 'center' | 'right' =>
  align === 'start' ? (isRightToLeft ? 'right' : 'left') : align

const offset = (align: 'left' | 'center' | 'right', room: number): number =>
  align === 'left' ? 0 : Math.max(align === 'right' ? room : room / 2, 0)

const paintLine = (pen: Pen, node: Structure, line: Line, { x, y }: { x: number; y: number }): void => {
  let at = x
  const lefts = new Map<Fragment, number>()
  for (const fragment of visualOrder(line.fragments)) {
    lefts.set(fragment, at)
    at += fragment.width
  }
  // In the order in which it is read, so that copied text has it, too.
  for (const fragment of line.fragments) pen.text(node, fragment, lefts.get(fragment) ?? x, y + line.baseline)
}

const layOutGroup = ({ role, children }: GroupBlock, space: Space): Piece[] =>
  layOutAll(children, { ...space, parent: space.pen.node(space.parent, role) })

const LABEL_WIDTH = 16

const layOutList = ({ items, style }: ListBlock, space: Space): Piece[] => {
  const { pen } = space
  const list = pen.node(space.parent, 'L')
  return items.flatMap(({ label, block }) => {
    const item = pen.node(list, 'LI')
    const labelNode = pen.node(item, 'Lbl')
    const body = pen.node(item, 'LBody')
    const [line] = breakLines(pen, [{ text: label, style, link: undefined }], style, LABEL_WIDTH)
    const width = Math.max(space.width - LABEL_WIDTH, MIN_WIDTH)
    const made = framedBy(block.box, { ...space, width, parent: body }, (inner) => layOutAll(block.children, inner))
    const [first, ...others] = shift(made, LABEL_WIDTH)
    if (!first || !line) return []
    const x = LABEL_WIDTH - 4 - line.width
    const labeled: Piece = framed(first, {
      above: 0,
      below: 0,
      paint: (on, left, y) => paintLine(on, labelNode, line, { x: left + Math.max(x, 0), y }),
    })
    return [{ ...labeled, gap: Math.max(first.gap, block.box.margin.top) }, ...others]
  })
}

const imagePiece = ({ image, alt, width, height, align }: ImageBlock, space: Space): Piece => {
  const node = space.pen.node(space.parent, 'Figure', { alt: alt || 'Image' })
  const scale = Math.min(1, space.width / width, (space.pageHeight * 0.9) / height)
  const wide = width * scale
  const high = height * scale
  const left = offset(align === 'start' ? 'left' : align, space.width - wide)
  return { height: high, gap: 0, paint: (pen, x, y) => pen.image(node, image, x + left, y, wide, high) }
}

/** Returns the widths that a block needs at least and at most. */
const widthsOf = (block: Block, pen: Pen): Widths => {
  const { margin, padding, borders } = block.box
  const sides = margin.left + margin.right + padding.left + padding.right
  const around = sides + (borders.left?.width ?? 0) + (borders.right?.width ?? 0)
  const inner = innerWidths(block, pen)
  return { least: inner.least + around, most: inner.most + around }
}

const innerWidths = (block: Block, pen: Pen): Widths => {
  switch (block.kind) {
    case 'text':
      return measureText(pen, block.runs, block.style)
    case 'group':
      return widest(block.children, pen)
    case 'list': {
      const items = widest(
        block.items.map((item) => item.block),
        pen,
      )
      return { least: items.least + LABEL_WIDTH, most: items.most + LABEL_WIDTH }
    }
    case 'image':
      return { least: Math.min(block.width, MIN_WIDTH), most: block.width }
    case 'rule':
      return { least: 0, most: 0 }
    case 'table':
      return measureTable(block, pen, LAYOUT)
  }
}

const widest = (blocks: readonly Block[], pen: Pen): Widths => {
  const widths = blocks.map((block) => widthsOf(block, pen))
  return {
    least: widths.reduce((least, one) => Math.max(least, one.least), 0),
    most: widths.reduce((most, one) => Math.max(most, one.most), 0),
  }
}

/** What tables use to lay out their cells. */
const LAYOUT: Layout = { layOutAll, widest }
