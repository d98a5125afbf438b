import type { Element } from '../style/element.ts'
import { BODY_TEXT, type BoxStyle, boxStyleOf, type TextStyle } from '../style/styles.ts'
import type { Block, GroupBlock, ImageBlock, ListBlock, Run, TextBlock } from './block.ts'
import { parseImage } from './image.ts'
import { readTable } from './read-table.ts'
import { type Styled, type Surroundings, styled } from './styled.ts'

export const readDocument = (body: Element): Block[] =>
  readChildren(styled(body, { style: BODY_TEXT, classes: new Set(), link: undefined }))

const INLINE = new Set('a b big code em font i s small span strike strong sub sup u'.split(' '))
const HEADING = /^h([1-6])$/

/** Returns the blocks inside an element. Text between blocks becomes paragraphs. */
export const readChildren = (parent: Styled): Block[] => {
  const blocks: Block[] = []
  let runs: Run[] = []
  const endParagraph = (): void => {
    const block = textBlock(runs, parent.inside.style, noBox(), 'P')
    if (block) blocks.push(block)
    runs = []
  }
  const add = (children: Element['children'], around: Surroundings): void => {
    for (const child of children) {
      if (typeof child === 'string') runs.push(runOf(child, around))
      else if (child.tag === 'br') runs.push({ text: '\n', style: around.style, link: undefined })
      else if (INLINE.has(child.tag)) add(child.children, styled(child, around).inside)
      else {
        endParagraph()
        blocks.push(...readBlock(styled(child, around)))
      }
    }
  }
  add(parent.element.children, parent.inside)
  endParagraph()
  return blocks
}

const readBlock = (one: Styled): Block[] => {
  const { element, inside, box } = one
  const { tag } = element
  if (tag === 'table') return [readTable(one, readChildren)]
  if (tag === 'ul' || tag === 'ol') return [readList(one)]
  if (tag === 'img') return readImage(one)
  if (tag === 'hr') return [{ kind: 'rule', box }]
  const heading = HEADING.exec(tag)
  const children = readChildren(tag === 'pre' ? { ...one, inside: { ...inside, style: kept(inside.style) } } : one)
  const [only] = children
  if (heading && children.length === 1 && only?.kind === 'text')
    return [{ ...only, role: `H${heading[1]}` as TextBlock['role'], box }]
  if (tag !== 'blockquote' && children.length === 1 && only?.kind === 'text') return [{ ...only, box }]
  if (children.length === 0 && !hasShape(box)) return []
  return [{ kind: 'group', role: tag === 'blockquote' ? 'BlockQuote' : 'Div', children, box }]
}

/** Returns whether an empty box can be seen or has an effect. */
const hasShape = ({ breaksBefore, breaksAfter, height, borders, background, padding }: BoxStyle): boolean =>
  breaksBefore ||
  breaksAfter ||
  height !== undefined ||
  Object.values(borders).some(Boolean) ||
  (background !== undefined && padding.top + padding.bottom > 0)

const kept = (style: TextStyle): TextStyle => ({ ...style, keepsSpaces: true })

const NO_BOX = boxStyleOf(new Map(), 0)
const noBox = (): BoxStyle => NO_BOX

/** Characters that are not text, except those that break or join words, and that direct text without reversing it. */
const CONTROLS = /(?![\t\r\n\u200b-\u200f\u061c\u2066-\u2069])[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu

const runOf = (text: string, { style, link }: Surroundings): Run => {
  const clean = text.replace(CONTROLS, '').toWellFormed().normalize('NFC')
  return { text: style.isUppercase ? clean.toUpperCase() : clean, style, link }
}

const textBlock = (runs: Run[], style: TextStyle, box: BoxStyle, role: TextBlock['role']): TextBlock | undefined => {
  const collapsed = collapse(runs)
  return collapsed.length === 0 ? undefined : { kind: 'text', role, style, runs: collapsed, box }
}

/** Collapses spaces as browsers do: none at the beginning and the end of a line, one between words. */
const collapse = (runs: Run[]): Run[] => {
  const made: Run[] = []
  let isAfterSpace = true
  for (const run of runs) {
    if (run.style.keepsSpaces || run.text === '\n') {
      const lines = run.text.replaceAll('\t', '    ').split(/\r?\n/)
      lines.forEach((text, index) => {
        if (index > 0) made.push({ ...run, text: '\n' })
        if (text !== '') made.push({ ...run, text: run.style.keepsSpaces ? text.replaceAll(' ', '\u00a0') : text })
      })
      isAfterSpace = lines.length > 1
      continue
    }
    const text = run.text.replace(/[ \t\r\n]+/g, ' ')
    const shown = isAfterSpace ? text.replace(/^ /, '') : text
    if (shown === '') continue
    isAfterSpace = shown.endsWith(' ')
    made.push({ ...run, text: shown })
  }
  return made.some(({ text }) => text.trim() !== '') ? made : []
}

const readList = (list: Styled): ListBlock => {
  const { element, inside, box } = list
  const first = Number.parseInt(element.attributes.start ?? '', 10)
  let number = Number.isSafeInteger(first) ? first : 1
  const items = element.children
    .filter((child) => typeof child !== 'string')
    .filter(({ tag }) => tag === 'li')
    .map((child) => {
      const one = styled(child, inside)
      const block: GroupBlock = { kind: 'group', role: 'Div', children: readChildren(one), box: one.box }
      return { label: element.tag === 'ol' ? `${number++}.` : '•', block }
    })
  return { kind: 'list', style: inside.style, items, box }
}

const POINTS_OF_PIXEL = 0.75

/** Reads an image. One that cannot be read is replaced by its alternative text. */
const readImage = ({ element, inside, box }: Styled): Block[] => {
  const { src = '', alt = '' } = element.attributes
  const image = parseImage(src)
  if (!image) {
    const block = textBlock([runOf(alt, inside)], inside.style, NO_BOX, 'P')
    return block ? [block] : []
  }
  const width = box.width && 'points' in box.width ? box.width.points : undefined
  const shape = image.height / image.width
  const natural = image.width * POINTS_OF_PIXEL
  const wide = width ?? (box.height ? box.height / shape : natural)
  const block: ImageBlock = {
    kind: 'image',
    image,
    alt,
    box,
    align: inside.style.align,
    width: wide,
    height: box.height ?? wide * shape,
  }
  return [block]
}
