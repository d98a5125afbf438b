import { ByteReader } from './byte-reader.ts'
import type { Vary } from './instance.ts'

export interface Outlines {
  /** The table `glyf`. */
  glyphs: Buffer
  /** The table `loca`, in the long form. */
  offsets: Buffer
  /** The left edge of each outline. */
  lefts: number[]
  /** By how much the width of each changes. */
  widened: number[]
}

interface Streams {
  contours: ByteReader
  counts: ByteReader
  flags: ByteReader
  glyphs: ByteReader
  composites: ByteReader
  boxes: ByteReader
  instructions: ByteReader
}

/** Restores the outlines of a transformed table `glyf` (WOFF 2.0, 5.1). @param vary moves the points to a weight. */
export const readOutlines = (table: Buffer, vary: Vary = () => 0): Outlines => {
  const reader = new ByteReader(table)
  reader.take(4)
  const count = reader.uint16()
  reader.uint16()
  const [contours = 0, counts = 0, flags = 0, glyphs = 0, composites = 0, boxes = 0, instructions = 0] = Array.from(
    { length: 7 },
    () => reader.uint32(),
  )
  const bitmapLength = ((count + 31) >> 5) << 2
  const streams: Partial<Streams> = {
    contours: reader.part(contours),
    counts: reader.part(counts),
    flags: reader.part(flags),
    glyphs: reader.part(glyphs),
    composites: reader.part(composites),
  }
  const hasBox = reader.take(bitmapLength)
  const all = {
    ...streams,
    boxes: reader.part(boxes - bitmapLength),
    instructions: reader.part(instructions),
  } as Streams
  const made: Buffer[] = []
  const lefts: number[] = []
  const widened: number[] = []
  const sources = new Map<number, number>()
  const offsets = Buffer.alloc((count + 1) * 4)
  let offset = 0
  for (let index = 0; index < count; index++) {
    const box = ((hasBox[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0 ? all.boxes.take(8) : undefined
    const glyph = readGlyph(all, box, (points) => {
      widened[index] = vary(index, points)
    })
    widened[index] ??= vary(index, { x: [], y: [], ends: [] })
    const like = widthSource(glyph)
    if (like !== undefined) sources.set(index, like)
    lefts.push(glyph.length === 0 ? 0 : glyph.readInt16BE(2))
    made.push(glyph, PADDING.subarray(0, -glyph.length & 3))
    offset += (glyph.length + 3) & ~3
    offsets.writeUInt32BE(offset, (index + 1) * 4)
  }
  for (const [index, like] of sources) widened[index] ||= widened[like] ?? 0
  return { glyphs: Buffer.concat(made), offsets, lefts, widened }
}

const EMPTY = Buffer.alloc(0)
const PADDING = Buffer.alloc(3)

/** Returns the glyph whose width one that begins with it has, too. */
const widthSource = (glyph: Buffer): number | undefined => {
  const isComposite = glyph.length > 12 && glyph.readInt16BE(0) < 0
  return isComposite && glyph.readUInt16BE(10) & HAS_ITS_WIDTH ? glyph.readUInt16BE(12) : undefined
}

type Move = (points: { x: number[]; y: number[]; ends: readonly number[] }) => void

const readGlyph = (streams: Streams, box: Buffer | undefined, move: Move): Buffer => {
  const contours = streams.contours.int16()
  if (contours === 0) return EMPTY
  return contours > 0 ? readSimple(streams, contours, move) : readComposite(streams, box, move)
}

const MORE_COMPONENTS = 0x20
const HAS_INSTRUCTIONS = 0x100
const HAS_ITS_WIDTH = 0x200

interface Component {
  flags: number
  glyph: Buffer
  scale: Buffer
}

/** A part is at a position of two words; the format also stores short ones, and numbers of points instead. */
const ARE_WORDS = 0x01
const ARE_POSITIONS = 0x02

const readComposite = (streams: Streams, box: Buffer = Buffer.alloc(8), move: Move): Buffer => {
  const components: Component[] = []
  const positions: { x: number[]; y: number[]; ends: number[] } = { x: [], y: [], ends: [] }
  let flags = MORE_COMPONENTS
  while (flags & MORE_COMPONENTS) {
    flags = streams.composites.uint16()
    const glyph = streams.composites.take(2)
    const read = (): number => {
      if (flags & ARE_WORDS) return streams.composites.int16()
      const byte = streams.composites.uint8()
      return flags & ARE_POSITIONS ? (byte << 24) >> 24 : byte
    }
    positions.x.push(read())
    positions.y.push(read())
    const size = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    components.push({ flags: flags | ARE_WORDS, glyph, scale: streams.composites.take(size) })
  }
  move(positions)
  const parts = components.flatMap(({ flags: own, glyph, scale }, index) => [
    ...[int16s([own]), glyph, int16s([positions.x[index] ?? 0, positions.y[index] ?? 0]), scale],
  ])
  const hasInstructions = components.some(({ flags: own }) => own & HAS_INSTRUCTIONS)
  return Buffer.concat([int16s([-1]), box, ...parts, ...(hasInstructions ? instructionsOf(streams) : [])])
}

const instructionsOf = ({ glyphs, instructions }: Streams): Buffer[] => {
  const length = glyphs.packedUint16()
  return [int16s([length]), instructions.take(length)]
}

interface Step {
  dx: number
  dy: number
  isOnCurve: boolean
}

const readSimple = (streams: Streams, contours: number, move: Move): Buffer => {
  const ends: number[] = []
  for (let contour = 0; contour < contours; contour++) ends.push((ends.at(-1) ?? -1) + streams.counts.packedUint16())
  const steps = Array.from({ length: (ends.at(-1) ?? -1) + 1 }, () => readStep(streams))
  const instructions = instructionsOf(streams)
  const points = { x: sumsOf(steps.map(({ dx }) => dx)), y: sumsOf(steps.map(({ dy }) => dy)), ends }
  move(points)
  const [dx, dy] = [stepsOf(points.x), stepsOf(points.y)]
  const bytes: number[] = []
  for (const [index, { isOnCurve }] of steps.entries())
    bytes.push((isOnCurve ? 1 : 0) | formOf(dx[index] ?? 0, 0x02, 0x10) | formOf(dy[index] ?? 0, 0x04, 0x20))
  for (const step of [...dx, ...dy]) addStep(bytes, step)
  const box = [Math.min(...points.x), Math.min(...points.y), Math.max(...points.x), Math.max(...points.y)]
  return Buffer.concat([int16s([contours, ...box, ...ends]), ...instructions, Buffer.from(bytes)])
}

const sumsOf = (steps: readonly number[]): number[] => {
  let sum = 0
  return steps.map((step) => {
    sum += step
    return sum
  })
}

const stepsOf = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (index === 0 ? 0 : (values[index - 1] ?? 0)))

/** Returns the flags of a step: that of 0, of one byte with its sign, or none for two bytes. */
const formOf = (step: number, short: number, same: number): number => {
  if (step === 0) return same
  if (Math.abs(step) > 255) return 0
  return step > 0 ? short | same : short
}

const addStep = (bytes: number[], step: number): void => {
  if (step === 0) return
  if (Math.abs(step) <= 255) bytes.push(Math.abs(step))
  else bytes.push((step >> 8) & 0xff, step & 0xff)
}

const int16s = (values: readonly number[]): Buffer => {
  const made = Buffer.allocUnsafe(values.length * 2)
  for (const [index, value] of values.entries()) made.writeInt16BE((value << 16) >> 16, index * 2)
  return made
}

/** Reads a step to the next point, whose flag says how many bytes it has (WOFF 2.0, 5.2, triplet encoding). */
const readStep = ({ flags, glyphs }: Streams): Step => {
  const flag = flags.uint8()
  const form = flag & 0x7f
  const isOnCurve = flag < 0x80
  const sign = (bit: number): number => ((form >> bit) & 1 ? 1 : -1)
  if (form < 10) return { isOnCurve, dx: 0, dy: sign(0) * (((form & 14) << 7) + glyphs.uint8()) }
  if (form < 20) return { isOnCurve, dx: sign(0) * ((((form - 10) & 14) << 7) + glyphs.uint8()), dy: 0 }
  if (form < 84) {
    const base = form - 20
    const byte = glyphs.uint8()
    const dx = 1 + (base & 0x30) + (byte >> 4)
    return { isOnCurve, dx: sign(0) * dx, dy: sign(1) * (1 + ((base & 0x0c) << 2) + (byte & 0x0f)) }
  }
  if (form < 120) {
    const base = form - 84
    const dx = 1 + (Math.floor(base / 12) << 8) + glyphs.uint8()
    return { isOnCurve, dx: sign(0) * dx, dy: sign(1) * (1 + (((base % 12) >> 2) << 8) + glyphs.uint8()) }
  }
  if (form < 124) {
    const [first, second, third] = glyphs.take(3)
    const dx = ((first ?? 0) << 4) + ((second ?? 0) >> 4)
    return { isOnCurve, dx: sign(0) * dx, dy: sign(1) * ((((second ?? 0) & 0x0f) << 8) + (third ?? 0)) }
  }
  return { isOnCurve, dx: sign(0) * glyphs.uint16(), dy: sign(1) * glyphs.uint16() }
}
