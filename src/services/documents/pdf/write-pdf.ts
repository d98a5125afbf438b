import { parseElements } from '../style/element.ts'
import { BODY_TEXT } from '../style/styles.ts'
import { lettersOf } from './breaks.ts'
import { directText, visualOrder } from './direction.ts'
import { layOutAll } from './layout.ts'
import { paintPages } from './pages.ts'
import { contentHeight, contentWidth, type Paper } from './paper.ts'
import { type PdfInfo, Pen } from './pen.ts'
import { readDocument } from './read-blocks.ts'

export interface WrittenPdf {
  bytes: Uint8Array
  pageCount: number
  /** The characters that no font has: boxes are shown instead. */
  unshown: string[]
}

/**
 * Makes a PDF from the HTML of a document. Letters are embedded, and nothing is loaded. The same HTML, paper and info give
 * the same bytes.
 *
 * @param html the result of `cleanDocument`.
 * @throws TemplateFault for more than 200 pages.
 */
export const writePdf = (html: string, paper: Paper, info: PdfInfo): WrittenPdf => {
  const pen = new Pen(paper, info)
  pen.fonts.prefer(html)
  const blocks = readDocument(parseElements(html))
  const space = { pen, parent: pen.root, width: contentWidth(paper), pageHeight: contentHeight(paper) }
  paintPages(layOutAll(blocks, space), pen, paper)
  const pageCount = pen.onEachPage((page, pages) => paintFooter(pen, paper, info.author, `Page ${page} of ${pages}`))
  return { bytes: pen.end(), pageCount, unshown: [...pen.fonts.missing].sort() }
}

const FOOTER = { ...BODY_TEXT, fontSize: 7.5, color: '#5f6c75' }

const paintFooter = (pen: Pen, paper: Paper, left: string, right: string): void => {
  const y = paper.height - 34
  pen.fill('#dde3e6', paper.side, y - 12, contentWidth(paper), 0.5)
  paintLine(pen, fitting(pen, left, contentWidth(paper) / 2), paper.side, y)
  pen.text(pen.root, { text: right, style: FOOTER }, paper.width - paper.side - pen.textWidth(right, FOOTER), y)
}

const paintLine = (pen: Pen, text: string, x: number, baseline: number): void => {
  let at = x
  for (const run of visualOrder(directText([{ text, style: FOOTER, link: undefined }]).runs)) {
    pen.text(pen.root, run, at, baseline)
    at += pen.textWidth(run.text, FOOTER)
  }
}

/** Returns the beginning of a text that fits into a width. */
const fitting = (pen: Pen, text: string, width: number): string => {
  let shown = ''
  let used = 0
  for (const letter of lettersOf(text)) {
    used += pen.textWidth(letter, FOOTER)
    if (used > width) return `${shown.trimEnd()}…`
    shown += letter
  }
  return shown
}
