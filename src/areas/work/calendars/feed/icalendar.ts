/**
 * Writing iCalendar (RFC 5545). Ours, since the library for it writes stamps without UTC and escapes addresses, neither
 * of which the standard allows; what is written is held against a parser of others' making.
 */

const MOST_OCTETS = 75

/** A value of type TEXT: what has a meaning is escaped (3.3.11), control characters are left out. */
export const text = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, (found) => `\\${found}`)
    .replace(/\n/g, '\\n')

/** A line in pieces of 75 octets at most, never parting a character (3.1). */
export const fold = (line: string): string => {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}

/** Lines as they are sent. */
export const writeLines = (lines: readonly string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('')

/** `20261124T183000`, `20261124`: the basic form of what ISO 8601 writes with dashes and colons. */
export const basic = (iso: string): string => iso.replace(/[-:]/g, '')
