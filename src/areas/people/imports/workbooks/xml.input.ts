import { Parser } from 'htmlparser2'

/** What a reader of XML is called with. Names come without the prefix of their namespace. */
export interface XmlReader {
  opened(name: string, attributes: ReadonlyMap<string, string>): void
  text?(text: string): void
  /** @param isImplied the element has no end tag. */
  closed?(name: string, isImplied: boolean): void
}

/** Elements in one another at most; those of workbooks have at most ten. The parser takes longer for each the deeper it is. */
const MAX_DEPTH = 64
/** No element of a workbook has as many. */
const MAX_ATTRIBUTES = 256

/** XML that no program for workbooks writes. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault'
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads XML in time that grows with its size. Does not expand the entities of a document type. @throws XmlFault */
export const readXml = (xml: string, reader: XmlReader): void => {
  let attributes = new Map<string, string>()
  let count = 0
  let depth = 0
  const parser = new Parser(
    {
      onopentagname: () => {
        depth++
        if (depth > MAX_DEPTH) throw new XmlFault(`More than ${MAX_DEPTH} elements are nested`)
        attributes = new Map()
        count = 0
      },
      onattribute: (name, value) => {
        count++
        if (count > MAX_ATTRIBUTES) throw new XmlFault(`An element has more than ${MAX_ATTRIBUTES} attributes`)
        attributes.set(localName(name), value)
      },
      onopentag: (name) => reader.opened(localName(name), attributes),
      ontext: (text) => reader.text?.(text),
      onclosetag: (name, isImplied) => {
        depth--
        reader.closed?.(localName(name), isImplied)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** Excel writes characters that XML cannot contain as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
