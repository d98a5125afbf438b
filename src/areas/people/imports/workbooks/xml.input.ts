import { TextDecoder } from 'node:util'

/** What a reader of XML is called with. Names come without the prefix of their namespace. */
export interface XmlReader {
  opened(name: string, attributes: ReadonlyMap<string, string>): void
  text?(text: string): void
  closed?(name: string): void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML in chunks. Yields after each, so that the caller can take what the reader has collected. Entities of a
 * document type are not expanded.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  // Only processes that read workbooks load it.
  const { Parser } = await import('htmlparser2')
  let attributes = new Map<string, string>()
  const parser = new Parser(
    {
      onopentagname: () => {
        attributes = new Map()
      },
      onattribute: (name, value) => void attributes.set(localName(name), value),
      onopentag: (name) => reader.opened(localName(name), attributes),
      ontext: (text) => reader.text?.(text),
      onclosetag: (name) => reader.closed?.(localName(name)),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  parser.end(decoder.decode())
  yield
}

/** Reads XML to its end. */
export const readWholeXml = async (bytes: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> => {
  for await (const _ of readXml(bytes, reader));
}

/** Excel writes characters that XML cannot contain as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
