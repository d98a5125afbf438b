import { Problem } from '#kernel/errors/problem'
import type { ByteRange } from './file-store.ts'

/** Returns 416: no byte of the file is in the range. The header states the size. */
const notSatisfiable = (size: number): Problem =>
  new Problem(416, 'range-not-satisfiable', `The range is not in the file, which has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  })

/**
 * Parses the header Range (RFC 9110, section 14.2). Undefined means the whole file: without the header, for several
 * ranges, and for a text that is not a range of bytes.
 *
 * @throws 416 if the range begins after the end.
 */
export const parseByteRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d{0,19})-(\d{0,19})$/.exec(header?.replace(/\s/g, '') ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const length = Math.min(Number(to), size)
    if (length === 0) throw notSatisfiable(size)
    return { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= size) throw notSatisfiable(size)
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
