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
  const size = Buffer.byteLength(line)
  if (size <= MOST_OCTETS) return line
  return (size === line.length ? piecesOfAscii(line) : piecesOf(line)).join('\r\n ')
}

const piecesOfAscii = (line: string): string[] => {
  const pieces = [line.slice(0, MOST_OCTETS)]
  for (let at = MOST_OCTETS; at < line.length; at += MOST_OCTETS - 1) pieces.push(line.slice(at, at + MOST_OCTETS - 1))
  return pieces
}

const piecesOf = (line: string): string[] => {
  const pieces: string[] = []
  let piece = ''
  let room = MOST_OCTETS
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (size > room) {
      pieces.push(piece)
      piece = ''
      // The blank with which the next line begins counts.
      room = MOST_OCTETS - 1
    }
    piece += character
    room -= size
  }
  return [...pieces, piece]
}

/** Lines as they are sent. */
export const writeLines = (lines: readonly string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('')

/** `20261124T183000`, `20261124`: the basic form of what ISO 8601 writes with dashes and colons. */
export const basic = (iso: string): string => iso.replace(/[-:]/g, '')
