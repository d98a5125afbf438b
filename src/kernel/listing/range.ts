import { badInput } from '../errors/problem.ts'
import { isDate, isDay } from '../time/written-date.ts'
import { type Filter, joinFilters, type Literal } from './filter.ts'

export type RangeType = 'number' | 'date' | 'instant'

/**
 * Parses `from,to` into a condition on a field. Both ends are included, either may be empty; null if both are. In a
 * range of instants, a date means the whole day; in a range of days, an instant means its day (see filterSql).
 *
 * @throws 400 naming the pointer if the text has another form, or if the range starts after its end.
 */
export const parseRange = (field: string, type: RangeType, text: string, pointer: string): Filter | null => {
  const ends = text.split(',').map((end) => end.trim())
  if (ends.length !== 2) throw badInput(pointer, 'must have the form "from,to"; either part may be empty')
  const [from, to] = ends.map((end) => (end === '' ? null : literalOf(type, end, pointer)))
  if (from && to && isAfter(from, to)) throw badInput(pointer, 'must not start after its end')
  return joinFilters([from ? { op: 'ge', field, value: from } : null, to ? { op: 'le', field, value: to } : null])
}

const literalOf = (type: RangeType, text: string, pointer: string): Literal => {
  if (type === 'number') {
    if (!/^-?\d{1,12}(\.\d{1,10})?$/.test(text)) throw badInput(pointer, `"${text.slice(0, 40)}" is not a valid number`)
    return { kind: 'number', text }
  }
  if (!isDate(text)) throw badInput(pointer, `"${text.slice(0, 40)}" is not a valid date`)
  if (isDay(text)) return { kind: 'date', text }
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(16))
  return { kind: 'instant', text: hasZone ? text : `${text}Z` }
}

const isAfter = (from: Literal, to: Literal): boolean => {
  if (from.kind === 'number' && to.kind === 'number') return Number(from.text) > Number(to.text)
  // The database compares a date with an instant, because it knows the tenant's time zone.
  return from.kind === to.kind && 'text' in from && 'text' in to && Date.parse(from.text) > Date.parse(to.text)
}
