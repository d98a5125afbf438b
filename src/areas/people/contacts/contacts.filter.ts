import type { Filter } from '#kernel/listing/filter'
import { parseRange } from '#kernel/listing/range'
import type { Condition } from '#kernel/listing/request'

/** The fields of the contact list's own filter. */
export interface ContactConditions {
  SystemContactTypeId?: number | null
  /** Status values, added. */
  MembershipStatusTypeId?: number | null
  CountryId?: number | null
  BalanceBetween?: string | null
  CreatedDateBetween?: string | null
  ModifiedDateBetween?: string | null
}

/** What the filter's own fields ask for. Throws 400 for a range that cannot be read. */
export const contactConditions = (fields: ContactConditions): Condition[] => [
  ...equals('SystemContactTypeId', fields.SystemContactTypeId),
  ...anyBit('MembershipStatusTypeId', fields.MembershipStatusTypeId),
  ...equals('CountryId', fields.CountryId),
  ...range('BalanceBetween', 'Balance', 'number', fields.BalanceBetween),
  ...range('CreatedDateBetween', 'CreatedDate', 'instant', fields.CreatedDateBetween),
  ...range('ModifiedDateBetween', 'ModifiedDate', 'instant', fields.ModifiedDateBetween),
]

const number = (value: number) => ({ kind: 'number', text: String(value) }) as const
const condition = (filter: Filter, field: string, operator: string, value: string): Condition => ({
  filter,
  item: { Field: field, Operator: operator, Value: value },
})

const equals = (field: string, value: number | null | undefined): Condition[] =>
  value == null ? [] : [condition({ op: 'eq', field, value: number(value) }, field, 'eq', String(value))]

const anyBit = (field: string, sum: number | null | undefined): Condition[] => {
  if (sum == null) return []
  const bits = [1, 2, 4, 8, 16, 32].filter((bit) => (sum & bit) !== 0)
  return [condition({ op: 'in', field, values: bits.map(number) }, field, 'in', bits.join(', '))]
}

const range = (
  name: string,
  field: string,
  type: 'number' | 'instant',
  text: string | null | undefined,
): Condition[] => {
  if (text == null || text.trim() === '') return []
  const filter = parseRange(field, type, text, `/${name}`)
  return filter ? [condition(filter, name, 'between', text)] : []
}
