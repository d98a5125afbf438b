import { type Filter, type Leaf, splitConjunction } from '#kernel/listing/filter'
import { addDays } from '#kernel/time/calendar'
import { instantAt } from '#kernel/time/local-time'
import { LOG_LEVELS } from '#services/tenant-log/log-event-texts'

/** A part of the log by time, type and severity: parts for which indexes and maintained counts exist. */
export interface LogWindow {
  /** The first instant. */
  from?: Date
  /** The instant after the last. */
  to?: Date
  type?: string
  /** Numbers of severities. */
  levels?: readonly number[]
}

/**
 * Returns the window that a filter describes, and whether it describes nothing else. Parts of the filter that are no bound of
 * a window are left out: the window then contains more rows than the filter finds.
 *
 * @param timeZone of the tenant, in which days begin.
 */
export const windowOf = (filter: Filter | null, timeZone: string): { window: LogWindow; isExact: boolean } => {
  let window: LogWindow = {}
  let isExact = true
  for (const part of filter ? splitConjunction(filter) : []) {
    const bound = isLeaf(part) ? boundOf(part, timeZone) : null
    if (bound) window = narrower(window, bound)
    isExact &&= bound !== null && (bound.type === undefined || bound.type === window.type)
  }
  return { window, isExact }
}

const isLeaf = (filter: Filter): filter is Leaf => !['and', 'or', 'not'].includes(filter.op)

const boundOf = (leaf: Leaf, timeZone: string): LogWindow | null => {
  switch (leaf.field.toLowerCase()) {
    case 'createddate':
      return timeBound(leaf, timeZone)
    case 'logtype':
      return leaf.op === 'eq' && leaf.value.kind === 'text' ? { type: leaf.value.text } : null
    case 'levelnumber':
      return levelBound(leaf)
    default:
      return null
  }
}

const timeBound = (leaf: Leaf, timeZone: string): LogWindow | null => {
  if (!('value' in leaf) || !('text' in leaf.value)) return null
  const { text, kind } = leaf.value
  if (kind === 'date') {
    const [day, next] = [text, addDays(text, 1)].map((one) => instantAt(timeZone, one, '00:00'))
    return rangeOf(leaf.op, day as Date, next as Date)
  }
  // Times are stored in milliseconds: one with more digits lies between two of them.
  if (kind !== 'instant' || /\.\d{4}/.test(text)) return null
  const at = new Date(text.replace(' ', 'T'))
  return Number.isNaN(at.getTime()) ? null : rangeOf(leaf.op, at, new Date(at.getTime() + 1))
}

/** Returns the range of a comparison with all instants from `begin` up to `end`, which is excluded. */
const rangeOf = (op: Leaf['op'], begin: Date, end: Date): LogWindow | null => {
  switch (op) {
    case 'ge':
      return { from: begin }
    case 'gt':
      return { from: end }
    case 'lt':
      return { to: begin }
    case 'le':
      return { to: end }
    case 'eq':
      return { from: begin, to: end }
    default:
      return null
  }
}

const levelBound = (leaf: Leaf): LogWindow | null => {
  const wanted = leaf.op === 'in' ? leaf.values.map(numberOf) : 'value' in leaf ? [numberOf(leaf.value)] : [Number.NaN]
  if (wanted.some(Number.isNaN)) return null
  const [value = 0] = wanted
  const levels = LOG_LEVELS.map((_, index) => index + 1)
  switch (leaf.op) {
    case 'eq':
    case 'in':
      return { levels: levels.filter((level) => wanted.includes(level)) }
    case 'ge':
      return { levels: levels.filter((level) => level >= value) }
    case 'gt':
      return { levels: levels.filter((level) => level > value) }
    case 'le':
      return { levels: levels.filter((level) => level <= value) }
    case 'lt':
      return { levels: levels.filter((level) => level < value) }
    default:
      return null
  }
}

const numberOf = (value: { kind: string; text?: string }): number =>
  value.kind === 'number' ? Number(value.text) : Number.NaN

const narrower = (one: LogWindow, other: LogWindow): LogWindow => ({
  ...one,
  ...other,
  ...latest(one.from, other.from),
  ...earliest(one.to, other.to),
  ...(one.type !== undefined && { type: one.type }),
  ...(one.levels && other.levels && { levels: one.levels.filter((level) => other.levels?.includes(level)) }),
})

const latest = (...times: (Date | undefined)[]): { from?: Date } => {
  const known = times.flatMap((time) => time?.getTime() ?? [])
  return known.length > 0 ? { from: new Date(Math.max(...known)) } : {}
}

const earliest = (...times: (Date | undefined)[]): { to?: Date } => {
  const known = times.flatMap((time) => time?.getTime() ?? [])
  return known.length > 0 ? { to: new Date(Math.min(...known)) } : {}
}
