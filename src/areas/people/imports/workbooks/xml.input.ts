import { TextDecoder } from 'node:util'
import { Parser } from 'htmlparser2'
import { badFile } from '../tables/source.model.ts'

/** The callbacks of a reader of XML. Names come without the prefix of their namespace. */
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

// Excel writes characters that XML cannot contain as `_x000D_`.
export const unescapeXml = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** Characters of a block, as far as an element does not need more. */
const BLOCK = 400_000
/** Characters without the start of an element, which have to be read at once. */
const MAX_BLOCK = 16_000_000
/** Longer than the start of an element up to its name, or than the end of its parent. */
const OVERLAP = 80

export interface BlockKind {
  /** The name of the elements that start a block, without prefix. */
  element: string
  /** The name of their parent: nothing is read after its end. */
  parent: string
}

/**
 * Reads XML in blocks of whole elements. A block ends before the start of an element, so that each can be read without the
 * others. @param name of the workbook, for problems. @throws 422 `import-file` for an element that is too large
 */
export async function* readBlocks(
  bytes: AsyncIterable<Buffer>,
  { element, parent }: BlockKind,
  name: string,
): AsyncGenerator<string> {
  const starts = new RegExp(`<(?:[\\w.-]{1,40}:)?${element}[\\s/>]`, 'g')
  const ends = new RegExp(`</(?:[\\w.-]{1,40}:)?${parent}\\s{0,8}>`)
  const block = new PendingBlock(starts)
  for await (const text of decoded(bytes)) {
    const end = ends.exec(block.add(text))
    if (end) {
      yield block.takeAll()
      return
    }
    if (block.size > BLOCK) {
      const taken = block.take()
      if (taken !== undefined) yield taken
    }
    if (block.size > MAX_BLOCK)
      throw badFile(`${name} has a row or a text that is too large. Save the table as CSV UTF-8.`)
  }
  yield block.takeAll()
}

/** The text that was read since the last block. */
class PendingBlock {
  size = 0
  readonly #starts: RegExp
  #parts: string[] = []
  /** The position of the last start of an element. */
  #cut = -1
  #tail = ''

  constructor(starts: RegExp) {
    this.#starts = starts
  }

  /** Returns the text with the end of the one before, in which names can begin. */
  add(text: string): string {
    const seen = this.#tail + text
    const from = this.size - this.#tail.length
    for (const { index } of seen.matchAll(this.#starts)) this.#cut = from + index
    this.#parts.push(text)
    this.size += text.length
    this.#tail = seen.slice(-OVERLAP)
    return seen
  }

  /** Takes the text before the last start of an element. */
  take(): string | undefined {
    if (this.#cut <= 0) return undefined
    const all = this.#parts.join('')
    const rest = all.slice(this.#cut)
    const taken = all.slice(0, this.#cut)
    this.#parts = [rest]
    this.size = rest.length
    this.#tail = rest.slice(-OVERLAP)
    this.#cut = -1
    return taken
  }

  takeAll(): string {
    return this.#parts.join('')
  }
}

async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Reads a small part as text. */
export const readText = async (bytes: AsyncIterable<Buffer>): Promise<string> => {
  const parts: string[] = []
  for await (const text of decoded(bytes)) parts.push(text)
  return parts.join('')
}
