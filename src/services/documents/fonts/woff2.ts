import { brotliDecompressSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { weightOf } from './instance.ts'
import { type Outlines, readOutlines } from './woff2-outlines.ts'

/** The tags that a directory names by their number (WOFF 2.0, 5.2). */
const TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat ' +
  'fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'

/** What follows the compressed size in the header: versions, metadata and private data. */
const HEADER_REST = 24

interface Entry {
  tag: string
  length: number
  isTransformed: boolean
}

/** What is made of a font with several weights. */
export interface Instance {
  /** On the axis `wght`. */
  weight: number
  /** By its name the library of the PDF tells the fonts of a document apart. */
  name: string
}

/**
 * Converts a font from WOFF 2 (https://www.w3.org/TR/WOFF2) to TrueType. The library of the PDF reads WOFF 2, but embeds wrong
 * outlines of it.
 *
 * @param instance the result has no axes; without one, it is the font as it is.
 */
export const trueTypeOf = (woff2: Buffer, instance?: Instance): Buffer => {
  const reader = new ByteReader(woff2)
  if (reader.uint32() !== 0x774f4632) throw new Error('The font is not a WOFF 2 file.')
  const flavor = reader.uint32()
  reader.uint32()
  const count = reader.uint16()
  reader.take(6)
  const compressed = reader.uint32()
  reader.take(HEADER_REST)
  const entries = Array.from({ length: count }, () => readEntry(reader))
  const data = new ByteReader(brotliDecompressSync(reader.take(compressed)))
  const tables = new Map(entries.map(({ tag, length }) => [tag, data.take(length)]))
  restore(tables, new Set(entries.filter(({ isTransformed }) => isTransformed).map(({ tag }) => tag)), instance?.weight)
  if (instance) {
    for (const tag of OF_AXES) tables.delete(tag)
    tables.set('name', nameTable(instance.name))
  }
  return fileOf(flavor, tables)
}

const tagOf = (number: number): string => TAGS.slice(number * 5, number * 5 + 4)

const readEntry = (reader: ByteReader): Entry => {
  const flags = reader.uint8()
  const tag = (flags & 63) === 63 ? reader.take(4).toString('latin1') : tagOf(flags & 63)
  const version = flags >> 6
  const length = reader.base128()
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0
  return { tag, length: isTransformed ? reader.base128() : length, isTransformed }
}

/** The tables of a font with axes. */
const OF_AXES = ['fvar', 'gvar', 'avar', 'HVAR', 'VVAR', 'MVAR', 'STAT', 'cvar']

/** Restores the tables that the format stores in another form. */
const restore = (tables: Map<string, Buffer>, transformed: ReadonlySet<string>, weight: number | undefined): void => {
  const glyphs = tables.get('glyf')
  if (!glyphs || !transformed.has('glyf')) throw new Error('The font has no transformed outlines.')
  const outlines = readOutlines(glyphs, weight === undefined ? undefined : weightOf(tables, weight))
  tables.set('glyf', outlines.glyphs)
  tables.set('loca', outlines.offsets)
  const head = Buffer.from(tableOf(tables, 'head'))
  head.writeInt16BE(1, 50)
  tables.set('head', head)
  tables.set('hmtx', metricsOf(tables, outlines, transformed.has('hmtx')))
  const sizes = Buffer.from(tableOf(tables, 'hhea'))
  sizes.writeUInt16BE(outlines.lefts.length, 34)
  tables.set('hhea', sizes)
}

const tableOf = (tables: ReadonlyMap<string, Buffer>, tag: string): Buffer => {
  const table = tables.get(tag)
  if (!table) throw new Error(`The font has no table ${tag}.`)
  return table
}

/** Writes a table with one entry: the PostScript name, in English for Windows. */
const nameTable = (name: string): Buffer => {
  const text = Buffer.from(name, 'utf16le').swap16()
  const head = Buffer.alloc(18)
  const values = [0, 1, 18, 3, 1, 0x409, 6, text.length, 0]
  for (const [index, value] of values.entries()) head.writeUInt16BE(value, index * 2)
  return Buffer.concat([head, text])
}

/** Writes width and left bearing of every glyph. The left bearing is the left edge of the outline. */
const metricsOf = (tables: ReadonlyMap<string, Buffer>, outlines: Outlines, isTransformed: boolean): Buffer => {
  const reader = new ByteReader(tableOf(tables, 'hmtx'))
  const count = tableOf(tables, 'hhea').readUInt16BE(34)
  if (isTransformed) reader.uint8()
  const widths = Array.from({ length: count }, () => {
    const width = reader.uint16()
    if (!isTransformed) reader.int16()
    return width
  })
  const made = Buffer.alloc(outlines.lefts.length * 4)
  outlines.lefts.forEach((left, index) => {
    made.writeUInt16BE((widths[index] ?? widths.at(-1) ?? 0) + (outlines.widened[index] ?? 0), index * 4)
    made.writeInt16BE(left, index * 4 + 2)
  })
  return made
}

/** Writes a file of tables. Its checksums are 0, because no reader in this process compares them. */
const fileOf = (flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer => {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const head = Buffer.alloc(12 + sorted.length * 16)
  head.writeUInt32BE(flavor, 0)
  head.writeUInt16BE(sorted.length, 4)
  let offset = head.length
  const parts: Buffer[] = [head]
  sorted.forEach(([tag, table], index) => {
    const at = 12 + index * 16
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(table.length, at + 12)
    const padding = Buffer.alloc(-table.length & 3)
    parts.push(table, padding)
    offset += table.length + padding.length
  })
  return Buffer.concat(parts)
}
