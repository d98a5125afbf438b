import { ByteReader } from './byte-reader.ts'

// The data of the table `gvar` (OpenType, "OpenType Font Variations common table formats").

/** The change of a glyph at a peak of the axes. */
export interface GlyphVariation {
  peak: number[]
  /** The region in which it has an effect, if it does not begin at the default. */
  region: { start: number[]; end: number[] } | undefined
  /** The points that it moves; undefined for all. */
  points: number[] | undefined
  dx: number[]
  dy: number[]
}

const SHARED_POINTS = 0x8000
const EMBEDDED_PEAK = 0x8000
const INTERMEDIATE = 0x4000
const PRIVATE_POINTS = 0x2000

export class VariationTable {
  private readonly table: Buffer
  private readonly axes: number
  private readonly peaks: number[][]

  constructor(table: Buffer) {
    this.table = table
    this.axes = table.readUInt16BE(4)
    const shared = new ByteReader(table.subarray(table.readUInt32BE(8)))
    this.peaks = Array.from({ length: table.readUInt16BE(6) }, () => this.tuple(shared))
  }

  /** Returns the changes of a glyph. @param count of its points, with the four of its width. */
  variationsOf(glyph: number, count: number): GlyphVariation[] {
    const [from, to] = [this.offset(glyph), this.offset(glyph + 1)]
    if (from === to) return []
    const data = this.table.subarray(from, to)
    const head = new ByteReader(data)
    const flags = head.uint16()
    const body = new ByteReader(data.subarray(head.uint16()))
    const shared = flags & SHARED_POINTS ? readPoints(body) : undefined
    return Array.from({ length: flags & 0x0fff }, () => {
      const size = head.uint16()
      const index = head.uint16()
      const peak = index & EMBEDDED_PEAK ? this.tuple(head) : (this.peaks[index & 0x0fff] ?? [])
      const region = index & INTERMEDIATE ? { start: this.tuple(head), end: this.tuple(head) } : undefined
      const own = body.part(size)
      const points = index & PRIVATE_POINTS ? readPoints(own) : shared
      const length = points?.length ?? count
      return { peak, region, points, dx: readDeltas(own, length), dy: readDeltas(own, length) }
    })
  }

  private tuple(reader: ByteReader): number[] {
    return Array.from({ length: this.axes }, () => reader.int16() / 16_384)
  }

  private offset(glyph: number): number {
    const { table } = this
    const isLong = (table.readUInt16BE(14) & 1) !== 0
    const own = isLong ? table.readUInt32BE(20 + glyph * 4) : table.readUInt16BE(20 + glyph * 2) * 2
    return table.readUInt32BE(16) + own
  }
}

/** Reads the numbers of points in runs; undefined for all. */
const readPoints = (reader: ByteReader): number[] | undefined => {
  const first = reader.uint8()
  if (first === 0) return undefined
  const count = first & 0x80 ? (first & 0x7f) * 256 + reader.uint8() : first
  const points: number[] = []
  let point = 0
  while (points.length < count) {
    const control = reader.uint8()
    for (let left = (control & 0x7f) + 1; left > 0; left--) {
      point += control & 0x80 ? reader.uint16() : reader.uint8()
      points.push(point)
    }
  }
  return points
}

const readDeltas = (reader: ByteReader, count: number): number[] => {
  const deltas: number[] = []
  while (deltas.length < count) {
    const control = reader.uint8()
    for (let left = (control & 0x3f) + 1; left > 0; left--)
      deltas.push(control & 0x80 ? 0 : control & 0x40 ? reader.int16() : (reader.uint8() << 24) >> 24)
  }
  return deltas
}
