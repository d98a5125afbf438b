/** How to save a table so that it can be imported. */
export const SAVE_AS = 'Save the table as a workbook (.xlsx) or as CSV UTF-8, and import that file.'

const startsWith = (head: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => head[at] === byte)

const KINDS: readonly (readonly [what: string, bytes: readonly number[]])[] = [
  ['is a workbook of old versions of Excel (.xls), or is protected by a password', [0xd0, 0xcf, 0x11, 0xe0]],
  ['is a workbook of old versions of Excel (.xls)', [0x09, 0x08]],
  ['is a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['is a compressed file', [0x1f, 0x8b]],
  ['is a compressed file', [0x37, 0x7a, 0xbc, 0xaf]],
  ['is a compressed file', [0x52, 0x61, 0x72, 0x21]],
  ['is a document of a word processor', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['is an image', [0x89, 0x50, 0x4e, 0x47]],
  ['is an image', [0xff, 0xd8, 0xff]],
]

/** Returns what a file is whose first bytes are those of another kind than a table; undefined if they are not. */
export const otherKindOf = (head: Buffer): string | undefined => {
  const known = KINDS.find(([, bytes]) => startsWith(head, ...bytes))
  if (known) return known[0]
  const start = head.subarray(0, 1000).toString('latin1').trimStart().toLowerCase()
  if (/^(?:<!doctype html|<html|<table)/.test(start)) return 'is a web page, which some programs name .xls'
  if (start.startsWith('<?xml')) return 'is an XML file'
  if (/^(?:\{\s*"|\[\s*[{["])/.test(start)) return 'is a JSON file'
  return undefined
}

/** A workbook of Excel 2007 and later, or another ZIP file. */
export const isZip = (head: Buffer): boolean => startsWith(head, 0x50, 0x4b, 0x03, 0x04)

const CONTROLS = /[^\P{Cc}\t\r\n]|\ufffd/gu
/** Characters in a hundred, and in all, that no text has so many of. */
const MAX_SHARE = 5
const MAX_COUNT = 8

/** Whether the start of a decoded file is no text. Single characters that cannot be stored are the matter of their rows. */
export const isBinary = (start: string): boolean => {
  const count = start.match(CONTROLS)?.length ?? 0
  return count > MAX_COUNT && count * 100 > start.length * MAX_SHARE
}
