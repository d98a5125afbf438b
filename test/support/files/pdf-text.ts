import { getDocument } from 'unpdf/pdfjs'

/** What a reader of a PDF finds in it. */
export interface ReadPdf {
  /** The text of each page, lines joined by spaces. */
  pages: string[]
  title: string
  language: string
  /** The roles of its structure, of all pages: H1, Table, TH. */
  roles: Set<string>
}

interface StructureNode {
  role?: string
  children?: StructureNode[]
}

/** Reads a PDF. */
export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  const document = await task.promise
  const pages: string[] = []
  const roles = new Set<string>()
  const collect = ({ role, children }: StructureNode): void => {
    if (role !== undefined) roles.add(role)
    for (const child of children ?? []) collect(child)
  }
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replace(/\s+/g, ' '),
    )
    collect((await page.getStructTree()) as StructureNode)
  }
  const { info } = await document.getMetadata()
  const { Title: title, Language: language } = info as { Title: string; Language: string }
  await task.destroy()
  return { pages, title, language, roles }
}
