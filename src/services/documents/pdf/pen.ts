import PDFDocument from 'pdfkit'
import type { TextStyle } from '../style/styles.ts'
import { FONT_NAMES, fontFile, fontOf } from './fonts.ts'
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

const MEASURED_SIZE = 1000

/** Writes on the pages of a PDF. */
export class Pen {
  private readonly pdf: PDFKit.PDFDocument
  private readonly widths = new Map<string, number>()
  /** Text that is repeated or decorates is not part of the structure. */
  private artifacts = 0
  readonly root: Structure

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
    for (const name of FONT_NAMES) this.pdf.registerFont(name, fontFile(name))
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

  /** Returns the width of a text without its letter spacing. */
  textWidth(text: string, style: TextStyle): number {
    const font = fontOf(style)
    const key = `${font} ${text}`
    let width = this.widths.get(key)
    if (width === undefined) {
      width = this.pdf.font(font).fontSize(MEASURED_SIZE).widthOfString(text)
      this.widths.set(key, width)
    }
    return (width * style.fontSize) / MEASURED_SIZE + text.length * style.letterSpacing
  }

  /** Writes text of one line. @param baseline of the letters. */
  text(node: Structure, text: string, x: number, baseline: number, style: TextStyle, link?: string): void {
    this.content(node, 'Span', () => {
      this.pdf
        .font(fontOf(style))
        .fontSize(style.fontSize)
        .fillColor(style.color)
        .text(text, x, baseline, {
          lineBreak: false,
          baseline: 'alphabetic',
          underline: style.isUnderlined,
          strike: style.isStruck,
          ...(style.letterSpacing > 0 && { characterSpacing: style.letterSpacing }),
          ...(link !== undefined && { link }),
        })
    })
  }

  image(node: Structure, { bytes }: DocumentImage, x: number, y: number, width: number, height: number): void {
    this.content(node, 'Figure', () => this.pdf.image(bytes, x, y, { width, height }))
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

  private content(node: Structure, tag: string, work: () => void): void {
    if (this.artifacts > 0) {
      this.decoration(work)
      return
    }
    const content = this.pdf.markStructureContent(tag)
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
