import { isUtf8 } from 'node:buffer'

/** The bytes from the beginning of a file in which its type is found. */
export const HEAD_BYTES = 65_536

export const UNKNOWN_TYPE = 'application/octet-stream'

/** Finds the media type in the first bytes of a file. The name of the file has no effect. */
export const findMediaType = async (head: Buffer): Promise<string> => {
  const wide = utf16In(head)
  if (wide !== undefined) return markupType(wide) ?? 'text/plain'
  const text = textIn(head)
  if (text !== undefined) return markupType(text) ?? (await binaryType(head)) ?? 'text/plain'
  return (await binaryType(head)) ?? UNKNOWN_TYPE
}

/** Returns whether a type is text that a response message contains unchanged. */
export const isTextType = (type: string): boolean => /^text\/|\+xml$|\/xml$/.test(type)

/** Media types with an own Content-Type in a download; any other, active content above all, has the unknown type. */
const PASSIVE =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|text\/(?:plain|csv)$|application\/(?:pdf|zip|gzip|x-7z-compressed|rtf|msword|epub\+zip|vnd\.(?:ms-|oasis\.opendocument\.|openxmlformats-officedocument\.)[\w.-]+)$)/

/** Types that browsers show without running anything. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp|avif)|application\/pdf)$/

/** Returns the Content-Type of a download. A browser could run HTML, SVG or XML from this origin. */
export const sentType = (type: string): string => {
  if (type === 'text/plain' || type === 'text/csv') return `${type}; charset=utf-8`
  return PASSIVE.test(type) ? type : UNKNOWN_TYPE
}

/** Returns whether a download is shown by the browser instead of saved. */
export const isShown = (type: string): boolean => SHOWN.test(type)

/** Returns the type of a binary file. A malformed one makes parsers fail: its type is unknown. */
const binaryType = async (head: Buffer): Promise<string | undefined> => {
  // Only processes that receive files load it.
  const { fileTypeFromBuffer } = await import('file-type')
  try {
    return (await fileTypeFromBuffer(head))?.mime
  } catch {
    return undefined
  }
}

/** Control characters of text: tab, line ends, form feed and escape. */
const TEXT_CONTROLS = new Set([9, 10, 12, 13, 27])

/** Returns the head as text; undefined if it is not UTF-8. The head can end within a character. */
const textIn = (head: Buffer): string | undefined => {
  const whole = head.subarray(0, head.length < HEAD_BYTES ? head.length : lastCompleteCharacter(head))
  if (!isUtf8(whole) || whole.some((byte) => byte < 32 && !TEXT_CONTROLS.has(byte))) return undefined
  return whole.toString('utf8').replace(/^\ufeff/, '')
}

/** The byte order marks of UTF-16. Spreadsheets save text in it; MPEG audio begins with similar bytes. */
const MARKS = [
  { mark: 0xfffe, encoding: 'utf-16le' },
  { mark: 0xfeff, encoding: 'utf-16be' },
] as const

/**
 * Returns the head as text; undefined if it is not UTF-16 with a byte order mark. The head can end within a character.
 */
const utf16In = (head: Buffer): string | undefined => {
  if (head.length < 2) return undefined
  const encoding = MARKS.find(({ mark }) => mark === head.readUInt16BE(0))?.encoding
  if (!encoding) return undefined
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: head.length === HEAD_BYTES })
    return [...text].some((sign) => sign < ' ' && !TEXT_CONTROLS.has(sign.charCodeAt(0))) ? undefined : text
  } catch {
    return undefined
  }
}

const lastCompleteCharacter = (head: Buffer): number => {
  let end = head.length
  while (end > head.length - 4 && ((head[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return end - 1
}

/** The characters before the first element in which it is searched for. */
const MAX_PROLOGUE = 8192
const PROLOGUE = /^(?:\s+|<\?.*?\?>|<!--.*?-->|<!doctype\s+(?!html)[^>]*>)*/is
/** The only element by which XML is a page. */
const PAGE = /^<(?:!doctype\s+html|html)[\s/>]/i
const HTML =
  /^<(?:!doctype\s+html|html|head|title|meta|link|base|script|style|body|iframe|h1|div|font|table|a|b|br|p|img|form|input)[\s/>]/i

/** Returns the type of text that begins with markup, as browsers would guess it. */
const markupType = (file: string): string | undefined => {
  const text = file.slice(0, MAX_PROLOGUE)
  const isXml = /^\s*<\?xml\s/i.test(text)
  const body = text.slice(PROLOGUE.exec(text)?.[0].length ?? 0)
  if (/^<(?:\w+:)?svg[\s/>]/i.test(body)) return 'image/svg+xml'
  if (isXml && !PAGE.test(body)) return 'application/xml'
  if (HTML.test(body)) return 'text/html'
  return /^<[a-z_][\w.:-]*[\s/>]/i.test(body) ? 'application/xml' : undefined
}
