import PDFDocument from 'pdfkit'
import { FontBook, type FontRun } from '../fonts/font-book.ts'
import { isOwnFont } from '../fonts/own-font.ts'
import type { TextStyle } from '../style/styles.ts'
import type { DocumentImage } from './image.ts'
import type { Paper } from './paper.ts'

/** A node of the structure of a PDF, by which readers find headings, tables and their order. */
export type Structure = ReturnType<PDFKit.PDFDocument['struct']>

/** The scope of a table's head is missing in the types of the library. */
type NodeOptions = PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' }

export interface PdfInfo {
  title: string
  author: string
  /** The only part of a PDF that depends on the time of its making. */
  createdAt: Date
}

/** Text of one direction and style. Odd levels are written from right to left. */
export interface WrittenText {
  text: string
  style: TextStyle
  link?: string | undefined
  level?: number
}

/** What the library knows of a font that it has written: the letters of each glyph. */
interface WrittenFont {
  unicode?: (readonly number[])[]
}

const MEASURED_SIZE = 1000
const REORDERED = /[\p{Script=Devanagari}\u0e33]/u

/** The library lays out words by themselves, except with features: joined letters need their neighbors. */
const shaping = (font: string): { features?: [] } => (isOwnFont(font) ? {} : { features: [] })

/** Writes on the pages of a PDF. */
export class Pen {
  private readonly pdf: PDFKit.PDFDocument
  private readonly widths = new Map<string, number>()
  /** Text that is repeated or decorates is not part of the structure. */
  private artifacts = 0
  private readonly reversed = new WeakSet<readonly number[]>()
  readonly root: Structure
  readonly fonts: FontBook

  constructor(paper: Paper, { title, author, createdAt }: PdfInfo) {
    this.pdf = new PDFDocument({
      size: [paper.width, paper.height],
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: 'en',
      info: { Title: title, Author: author, Creator: 'Guildhall', CreationDate: createdAt, ModDate: createdAt },
    })
    this.fonts = new FontBook((name, bytes) => this.pdf.registerFont(name, bytes))
    this.root = this.pdf.struct('Document')
    this.pdf.addStructure(this.root)
  }

  /** Adds a node to the structure. */
  node(parent: Structure, role: string, options: NodeOptions = {}): Structure {
    const node = this.pdf.struct(role, options)
    parent.add(node)
    return node
  }

  addPage(): void {
    this.pdf.addPage()
  }

  /** Returns the width of a text of one direction. */
  textWidth(text: string, style: TextStyle): number {
    const key = `${style.isBold ? 'b' : ''}${style.isItalic ? 'i' : ''} ${text}`
    let width = this.widths.get(key)
    if (width === undefined) {
      width = 0
      for (const run of this.fonts.runsOf(text, style)) width += this.runWidth(run, MEASURED_SIZE)
      this.widths.set(key, width)
    }
    return (width * style.fontSize) / MEASURED_SIZE + text.length * style.letterSpacing
  }

  private runWidth({ text, font }: FontRun, fontSize: number): number {
    return this.pdf.font(font).fontSize(fontSize).widthOfString(text, shaping(font))
  }

  /** Writes text of one direction in one line. @param baseline of the letters. */
  text(node: Structure, { text, style, link, level = 0 }: WrittenText, x: number, baseline: number): void {
    const isRightToLeft = level % 2 === 1
    const runs = this.fonts.writtenRunsOf(text, style, isRightToLeft)
    const widths = runs.map((run) => this.runWidth(run, style.fontSize) + run.text.length * style.letterSpacing)
    let at = isRightToLeft ? x + widths.reduce((sum, width) => sum + width, 0) : x
    // Signs of these scripts are written in another order than read: programs that copy text take it from here.
    this.content(node, 'Span', REORDERED.test(text) ? { actual: text } : {}, () => {
      runs.forEach((run, index) => {
        const width = widths[index] ?? 0
        if (isRightToLeft) at -= width
        this.writeRun(run, at, baseline, style, link)
        if (isRightToLeft) this.reverseLigatures()
        else at += width
      })
    })
  }

  /** Reverses the letters of ligatures in the font that was used: readers of a PDF reverse the text of each line. */
  private reverseLigatures(): void {
    const { _font: font }: { _font?: WrittenFont } = this.pdf as PDFKit.PDFDocument & { _font?: WrittenFont }
    font?.unicode?.forEach((letters, glyph) => {
      if (letters.length < 2 || this.reversed.has(letters)) return
      const reversed = [...letters].reverse()
      this.reversed.add(reversed)
      font.unicode?.splice(glyph, 1, reversed)
    })
  }

  private writeRun({ text, font }: FontRun, x: number, baseline: number, style: TextStyle, link?: string): void {
    this.pdf
      .font(font)
      .fontSize(style.fontSize)
      .fillColor(style.color)
      .text(text, x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        underline: style.isUnderlined,
        strike: style.isStruck,
        ...shaping(font),
        ...(style.letterSpacing > 0 && { characterSpacing: style.letterSpacing }),
        ...(link !== undefined && { link }),
      })
  }

  image(node: Structure, { bytes }: DocumentImage, x: number, y: number, width: number, height: number): void {
    this.content(node, 'Figure', {}, () => this.pdf.image(bytes, x, y, { width, height }))
  }

  /** Fills a rectangle; it is decoration. */
  fill(color: string, x: number, y: number, width: number, height: number): void {
    this.decoration(() => {
      this.pdf.rect(x, y, width, height).fill(color)
    })
  }

  /** Performs work whose text is not part of the structure. */
  repeated(work: () => void): void {
    this.artifacts++
    work()
    this.artifacts--
  }

  /** Writes on each page that was made, and returns their number. */
  onEachPage(work: (page: number, pages: number) => void): number {
    const { count } = this.pdf.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page)
      this.repeated(() => work(page + 1, count))
    }
    return count
  }

  /** Ends the PDF and returns its bytes. */
  end(): Uint8Array {
    this.root.end()
    this.pdf.end()
    const parts: Buffer[] = []
    for (let part = this.pdf.read(); part !== null; part = this.pdf.read()) parts.push(part as Buffer)
    return new Uint8Array(Buffer.concat(parts))
  }

  private content(node: Structure, tag: string, options: { actual?: string }, work: () => void): void {
    if (this.artifacts > 0) {
      this.decoration(work)
      return
    }
    const content = this.pdf.markStructureContent(tag, options)
    work()
    this.pdf.endMarkedContent()
    node.add(content)
  }

  private decoration(work: () => void): void {
    this.pdf.markContent('Artifact')
    work()
    this.pdf.endMarkedContent()
  }
}
