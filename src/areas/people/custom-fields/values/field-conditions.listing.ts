import { badInput } from '#kernel/errors/problem'
import type { Comparison, Filter, Literal } from '#kernel/listing/filter'
import { filterSql } from '#kernel/listing/filter-sql'
import { addFields, type Listing } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { isDate, isDay } from '#kernel/time/written-date'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { Field } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { customListField } from './values.listing.ts'

/** A condition on one custom field of a contact; a null value tests whether the contact has a value. */
export interface FieldCondition {
  fieldId: number
  operator: Comparison | 'contains'
  value: string | null
}

/**
 * The condition on contacts `c` as SQL.
 *
 * @param contacts the list of contacts `c`, to which the field is added.
 * @throws 400 under `pointer` for a value that the field cannot have, and for a field that does not exist.
 */
export const fieldConditionSql = (
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  set: FieldSet,
  { fieldId, operator, value }: FieldCondition,
  { contacts, pointer }: { contacts: Listing; pointer: string },
): Sql => {
  const field = set.fields.find(({ id }) => id === fieldId)
  if (!field) throw badInput(`${pointer}/CustomFieldId`, 'does not reference a custom field of contacts')
  const listing = addFields(contacts, { [field.name]: customListField(db.tenantId, field, set) })
  if (operator === 'contains' && !value) throw badInput(`${pointer}/Value`, 'must be the text to search for')
  const filter = filterOf(field, operator, value)
  return filterSql(filter, { listing, timeZone: tenant.timeZone, pointer: `${pointer}/Value` })
}

const filterOf = (field: Field, op: FieldCondition['operator'], value: string | null): Filter =>
  op === 'contains'
    ? { op, field: field.name, text: value ?? '' }
    : { op, field: field.name, value: value === null ? { kind: 'null' } : literalOf(field, value) }

const NUMBERS: readonly number[] = [
  DATA_TYPE.integer,
  DATA_TYPE.number,
  DATA_TYPE.money,
  DATA_TYPE.scale,
  DATA_TYPE.file,
  DATA_TYPE.contact,
]

const YES = /^(true|yes|1)$/i
const NO = /^(false|no|0)$/i
const DIGITS = /^\d{1,10}$/

/**
 * Returns a value in the form that filters use for the type of the field. A value of another type stays a text, which
 * the filter rejects. Choices and countries are found by their names, then by their numbers.
 */
const literalOf = (field: Field, text: string): Literal => {
  const type = field.dataTypeId
  if (NUMBERS.includes(type) || field.externalDataSource !== null) return { kind: 'number', text }
  if (type === DATA_TYPE.date && isDate(text)) return { kind: isDay(text) ? 'date' : 'instant', text }
  if (type === DATA_TYPE.yesNo && (YES.test(text) || NO.test(text))) return { kind: 'boolean', value: YES.test(text) }
  return isIdOfRecord(field, text) ? { kind: 'number', text } : { kind: 'text', text }
}

const isIdOfRecord = ({ dataTypeId, choices }: Field, text: string): boolean => {
  if (!DIGITS.test(text)) return false
  if (dataTypeId === DATA_TYPE.country) return true
  const isChoice = dataTypeId === DATA_TYPE.select || dataTypeId === DATA_TYPE.multiSelect
  return isChoice && !choices.some(({ name }) => fold(name) === fold(text))
}
