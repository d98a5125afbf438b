/**
 * Writes iCalendar (RFC 5545). The existing library writes time stamps without UTC and escapes addresses, which the
 * standard does not allow. The tests parse the result with the parser of another project.
 */

const MAX_OCTETS = 75

/** Escapes a value of type TEXT (3.3.11) and replaces control characters by spaces. */
export const escapeText = (value: string): string =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/[\\;,]/g, (found) => `\\${found}`)
    .replace(/\n/g, '\\n')

/** Folds a line into pieces of at most 75 octets, without splitting a character (3.1). */
export const foldLine = (line: string): string => {
  const size = Buffer.byteLength(line)
  if (size <= MAX_OCTETS) return line
  return (size === line.length ? piecesOfAscii(line) : piecesOf(line)).join('\r\n ')
}

const piecesOfAscii = (line: string): string[] => {
  const pieces = [line.slice(0, MAX_OCTETS)]
  for (let at = MAX_OCTETS; at < line.length; at += MAX_OCTETS - 1) pieces.push(line.slice(at, at + MAX_OCTETS - 1))
  return pieces
}

const piecesOf = (line: string): string[] => {
  const pieces: string[] = []
  let piece = ''
  let room = MAX_OCTETS
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (size > room) {
      pieces.push(piece)
      piece = ''
      // The space at the start of the next line counts.
      room = MAX_OCTETS - 1
    }
    piece += character
    room -= size
  }
  return [...pieces, piece]
}

/** Joins lines to the text that is sent. */
export const writeLines = (lines: readonly string[]): string => lines.map((line) => `${foldLine(line)}\r\n`).join('')

/** Returns the basic format of an ISO 8601 date or time: `20261124T183000`, `20261124`. */
export const toBasicFormat = (iso: string): string => iso.replace(/[-:]/g, '')
