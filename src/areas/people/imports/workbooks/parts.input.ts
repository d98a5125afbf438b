import { type CellFormat, formatOf } from './cells.model.ts'
import { readXml, unescapeXml } from './xml.input.ts'

/** A part of a workbook, or some elements of it. */
export interface Part {
  /** Of the workbook, for problems. */
  name: string
  xml: string
}

/** A part of a workbook that another part refers to. */
export interface Relation {
  id: string
  /** The last part of its type, such as `worksheet`. */
  type: string
  /** The path in the ZIP file. */
  target: string
}

/** Reads the relations of a part. @param folder of the part, which their paths begin at. */
export const readRelationsIn = ({ xml, folder }: Part & { folder: string }): Relation[] => {
  const relations: Relation[] = []
  readXml(xml, {
    opened: (tag, attributes) => {
      const [id, type = '', target = ''] = ['Id', 'Type', 'Target'].map((key) => attributes.get(key))
      if (tag !== 'Relationship' || id === undefined) return
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: pathOf(folder, target) })
    },
  })
  return relations
}

const pathOf = (folder: string, target: string): string => {
  const base = `file:///${folder}`
  return URL.canParse(target, base) ? new URL(target, base).pathname.slice(1) : ''
}

export interface ListedSheet {
  name: string
  /** Of its relation. */
  id: string
  isVisible: boolean
}

export interface ListedSheets {
  sheets: ListedSheet[]
  /** Whether days count from 1904. */
  is1904: boolean
}

/** Reads the sheets that the main part of a workbook lists. */
export const readSheetsIn = ({ xml }: Part): ListedSheets => {
  const sheets: ListedSheet[] = []
  let is1904 = false
  readXml(xml, {
    opened: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.get('date1904') ?? '')
      if (tag !== 'sheet') return
      const isVisible = (attributes.get('state') ?? 'visible') === 'visible'
      sheets.push({ name: attributes.get('name') ?? '', id: attributes.get('id') ?? '', isVisible })
    },
  })
  return { sheets, is1904 }
}

/** Reads texts that cells share, without the pronunciations of Japanese ones. */
export const readStringsIn = ({ xml }: Part): string[] => {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  readXml(xml, {
    opened: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
      isText = tag === 't' && !isPhonetic
    },
    text: (part) => {
      if (isText) text += part
    },
    closed: (tag) => {
      if (tag === 't') isText = false
      if (tag === 'rPh') isPhonetic = false
      if (tag === 'si') strings.push(unescapeXml(text))
    },
  })
  return strings
}

/** Reads the formats of the styles of cells. */
export const readFormatsIn = ({ xml }: Part): CellFormat[] => {
  const formats: CellFormat[] = []
  const codes = new Map<number, string>()
  let isOfCells = false
  readXml(xml, {
    opened: (tag, attributes) => {
      const id = Number(attributes.get('numFmtId') ?? 0)
      if (tag === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '')
      if (tag === 'cellXfs') isOfCells = true
      if (tag === 'xf' && isOfCells) formats.push(formatOf(id, codes.get(id)))
    },
    closed: (tag) => {
      if (tag === 'cellXfs') isOfCells = false
    },
  })
  return formats
}
