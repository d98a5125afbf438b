import { badInput } from '../errors/problem.ts'
import { isDate } from '../time/written-date.ts'
import { allOf, type Filter, type Literal } from './filter.ts'

export type RangeType = 'number' | 'date' | 'instant'

/**
 * Reads `from,to`, both included, either of them empty, into a condition on a field; null where both are. A date as an
 * end of a range of instants means the whole day.
 *
 * @throws 400 naming the place where it has no such form, or begins after its end.
 */
export const between = (field: string, type: RangeType, text: string, pointer: string): Filter | null => {
  const ends = text.split(',').map((end) => end.trim())
  if (ends.length !== 2) throw badInput(pointer, 'must read "from,to"; either may be empty')
  const [from, to] = ends.map((end) => (end === '' ? null : literalOf(type, end, pointer)))
  if (from && to && isAfter(from, to)) throw badInput(pointer, 'begins after its end')
  return allOf([from ? { op: 'ge', field, value: from } : null, to ? { op: 'le', field, value: to } : null])
}

const literalOf = (type: RangeType, text: string, pointer: string): Literal => {
  if (type === 'number') {
    if (!/^-?\d{1,12}(\.\d{1,10})?$/.test(text)) throw badInput(pointer, `"${text.slice(0, 40)}" is no number`)
    return { kind: 'number', text }
  }
  if (!isDate(text)) throw badInput(pointer, `"${text.slice(0, 40)}" is no date`)
  if (text.length === 10 || type === 'date') return { kind: 'date', text: text.slice(0, 10) }
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(16))
  return { kind: 'instant', text: hasZone ? text : `${text}Z` }
}

const isAfter = (from: Literal, to: Literal): boolean => {
  if (from.kind === 'number' && to.kind === 'number') return Number(from.text) > Number(to.text)
  // A date and an instant are compared where the tenant's time zone is known, in the database.
  return from.kind === to.kind && 'text' in from && 'text' in to && Date.parse(from.text) > Date.parse(to.text)
}
