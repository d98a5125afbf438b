import { type GlyphVariation, VariationTable } from './variation-data.ts'

/** The points of an outline, or the positions of the parts of a glyph that is made of others. */
export interface Points {
  x: number[]
  y: number[]
  /** The last point of each contour; none for a glyph that is made of others. */
  ends: readonly number[]
}

/** Moves points in place, and returns by how much the width of the glyph changes. */
export type Vary = (glyph: number, points: Points) => number

/** The points after those of the outline, which the width of a glyph follows. */
const PHANTOM_POINTS = 4

/**
 * Returns what moves the points of a font with the axis `wght` to a weight. The library of the PDF does not embed fonts with
 * axes (its encoder of outlines fails).
 */
export const weightOf = (tables: ReadonlyMap<string, Buffer>, weight: number): Vary | undefined => {
  const [axes, data] = [tables.get('fvar'), tables.get('gvar')]
  if (!axes || !data) return undefined
  const at = mapped(tables.get('avar'), normalized(axes, weight))
  if (at === 0) return undefined
  const table = new VariationTable(data)
  return (glyph, points) => {
    const count = points.x.length
    const sums = { x: new Float64Array(count + PHANTOM_POINTS), y: new Float64Array(count + PHANTOM_POINTS) }
    for (const variation of table.variationsOf(glyph, count + PHANTOM_POINTS)) {
      const scale = scaleOf(variation, at)
      if (scale !== 0) add(sums, variation, points, scale)
    }
    for (let index = 0; index < count; index++) {
      points.x[index] = Math.round((points.x[index] ?? 0) + (sums.x[index] ?? 0))
      points.y[index] = Math.round((points.y[index] ?? 0) + (sums.y[index] ?? 0))
    }
    return Math.round((sums.x[count + 1] ?? 0) - (sums.x[count] ?? 0))
  }
}

/** Returns a weight as -1 to 1 of the first axis, whose default is 0. */
const normalized = (axes: Buffer, weight: number): number => {
  const first = axes.readUInt16BE(4)
  const [least = 0, usual = 0, most = 0] = [4, 8, 12].map((at) => axes.readInt32BE(first + at) / 65_536)
  const value = Math.min(Math.max(weight, least), most)
  if (value === usual) return 0
  return value < usual ? (value - usual) / (usual - least) : (value - usual) / (most - usual)
}

/** Applies the table `avar`, pairs of positions between which an axis is straight. */
const mapped = (map: Buffer | undefined, at: number): number => {
  if (!map) return at
  let [from, to] = [-1, -1]
  for (let index = 0; index < map.readUInt16BE(8); index++) {
    const [nextFrom, nextTo] = [map.readInt16BE(10 + index * 4) / 16_384, map.readInt16BE(12 + index * 4) / 16_384]
    if (at === nextFrom) return nextTo
    if (at < nextFrom) return to + ((at - from) * (nextTo - to)) / (nextFrom - from)
    ;[from, to] = [nextFrom, nextTo]
  }
  return at
}

/** Returns how much of a variation applies at a position of the first axis. Other axes are at their default. */
const scaleOf = ({ peak: [peak = 0, ...others], region }: GlyphVariation, at: number): number => {
  if (others.some((other) => other !== 0)) return 0
  if (peak === 0) return 1
  const [start = 0, end = 0] = region ? [region.start[0], region.end[0]] : [Math.min(peak, 0), Math.max(peak, 0)]
  if (at < start || at > end) return 0
  if (at === peak) return 1
  return at < peak ? (at - start) / (peak - start) : (end - at) / (end - peak)
}

interface Sums {
  x: Float64Array
  y: Float64Array
}

const add = (sums: Sums, { points: moved, dx, dy }: GlyphVariation, points: Points, scale: number): void => {
  const count = sums.x.length
  const full = { x: new Float64Array(count), y: new Float64Array(count) }
  const isMoved = new Uint8Array(count)
  for (let index = 0; index < dx.length; index++) {
    const point = moved ? (moved[index] ?? 0) : index
    if (point >= count) continue
    full.x[point] = dx[index] ?? 0
    full.y[point] = dy[index] ?? 0
    isMoved[point] = 1
  }
  if (moved) {
    interpolate(full.x, points.x, points.ends, isMoved)
    interpolate(full.y, points.y, points.ends, isMoved)
  }
  for (let index = 0; index < count; index++) {
    sums.x[index] = (sums.x[index] ?? 0) + (full.x[index] ?? 0) * scale
    sums.y[index] = (sums.y[index] ?? 0) + (full.y[index] ?? 0) * scale
  }
}

/** Moves the points of each contour that a variation does not name like the nearest ones that it names. */
const interpolate = (deltas: Float64Array, at: number[], ends: readonly number[], isMoved: Uint8Array): void => {
  let first = 0
  for (const last of ends) {
    const named: number[] = []
    for (let point = first; point <= last; point++) if (isMoved[point] === 1) named.push(point)
    named.forEach((point, index) => {
      const next = named[(index + 1) % named.length] ?? point
      for (let between = after(point, first, last); between !== next; between = after(between, first, last))
        deltas[between] = between === point ? (deltas[point] ?? 0) : deltaBetween(deltas, at, between, [point, next])
    })
    first = last + 1
  }
}

const after = (point: number, first: number, last: number): number => (point === last ? first : point + 1)

const deltaBetween = (deltas: Float64Array, at: number[], point: number, [one, other]: [number, number]): number => {
  const position = at[point] ?? 0
  const [low, high] = (at[one] ?? 0) <= (at[other] ?? 0) ? [one, other] : [other, one]
  const [lowAt, highAt] = [at[low] ?? 0, at[high] ?? 0]
  const [lowDelta, highDelta] = [deltas[low] ?? 0, deltas[high] ?? 0]
  if (lowAt === highAt) return lowDelta === highDelta ? lowDelta : 0
  if (position <= lowAt) return lowDelta
  if (position >= highAt) return highDelta
  return lowDelta + ((position - lowAt) * (highDelta - lowDelta)) / (highAt - lowAt)
}
