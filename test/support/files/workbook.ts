import { type ZipEntry, zipOf } from './zip.ts'

/** The parts of a workbook as Excel writes them. */
export interface WorkbookParts {
  /** The XML in `worksheet`, with `sheetData` and `mergeCells`, by the name of the sheet. */
  sheets: Readonly<Record<string, string>>
  /** The XML of each shared text: `<t>text</t>`. */
  strings?: readonly string[]
  /** Codes of formats by their ids from 164. */
  codes?: readonly string[]
  /** The ids of the formats of the styles. */
  styles?: readonly number[]
  hidden?: readonly string[]
  is1904?: boolean
  /** Further files, which replace those of the same name. */
  others?: readonly ZipEntry[]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'

const relations = (all: readonly [id: string, type: string, target: string][]): string =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const stylesOf = (codes: readonly string[], styles: readonly number[]): string =>
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes
    .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code}"/>`)
    .join(
      '',
    )}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${styles.length}">${styles
    .map((id) => `<xf numFmtId="${id}" fontId="0" xfId="0" applyNumberFormat="1"/>`)
    .join('')}</cellXfs></styleSheet>`

/** Writes a workbook with the parts that Excel writes. */
export const workbookOf = (parts: WorkbookParts): Buffer => {
  const { sheets, strings = [], codes = [], styles = [0], hidden = [], is1904 = false, others = [] } = parts
  const names = Object.keys(sheets)
  const listed = names.map((name, at) => {
    const state = hidden.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`
  })
  const count = names.length
  const entries: ZipEntry[] = [
    { name: '[Content_Types].xml', content: `${HEAD}<Types/>` },
    { name: '_rels/.rels', content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...names.map((_, at): [string, string, string] => [
          `rId${at + 1}`,
          'worksheet',
          `worksheets/sheet${at + 1}.xml`,
        ]),
        [`rId${count + 1}`, 'styles', 'styles.xml'],
        [`rId${count + 2}`, 'sharedStrings', '/xl/sharedStrings.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: stylesOf(codes, styles) },
    {
      name: 'xl/sharedStrings.xml',
      content: `${HEAD}<sst xmlns="${MAIN}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
    ...Object.values(sheets).map((xml, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${xml}</worksheet>`,
    })),
  ]
  return zipOf([...entries.filter(({ name }) => !others.some((one) => one.name === name)), ...others])
}

/** The XML of a sheet with texts; the columns of a row follow each other. */
export const textSheet = (rows: readonly (readonly string[])[]): string =>
  `<sheetData>${rows
    .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData>`
