import { contactListing } from '#areas/people/contacts/contacts.listing'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput } from '#kernel/errors/problem'
import type { Comparison, Filter, Literal } from '#kernel/listing/filter'
import { filterSql } from '#kernel/listing/filter-sql'
import { addFields } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { isDate } from '#kernel/time/written-date'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DATA_TYPE, type Field, OBJECT_TYPE } from './field.model.ts'
import { type FieldSet, readFieldSet } from './fields.queries.ts'
import { customListField } from './values.listing.ts'

/** A question about one custom field of a contact; a null value asks whether there is one. */
export interface FieldCondition {
  fieldId: number
  operator: Comparison | 'contains'
  value: string | null
}

/** Object 0 has no values: only the fields are wanted. */
const NOBODY = 0

/** The custom fields of contacts, for fieldConditionSql. */
export const readContactFields = (runner: SqlRunner, { db }: Pick<Scope, 'db'>): Promise<FieldSet> => {
  const { contact, individual, organization } = OBJECT_TYPE
  return readFieldSet(runner, db.tenantId, { objectTypes: [contact, individual, organization], objectId: NOBODY })
}

/**
 * The question as a condition on contacts `c`.
 *
 * @throws 400 under `pointer` for a value that the field cannot have, and for a field that is not there (any more).
 */
export const fieldConditionSql = (
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  set: FieldSet,
  { fieldId, operator, value }: FieldCondition,
  pointer: string,
): Sql => {
  const field = set.fields.find(({ id }) => id === fieldId)
  if (!field) throw badInput(`${pointer}/CustomFieldId`, 'names no custom field of contacts')
  const listing = addFields(contactListing, { [field.name]: customListField(db.tenantId, field, set) })
  if (operator === 'contains' && !value) throw badInput(`${pointer}/Value`, 'must be what to look for')
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
const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * A value as filters write one of the field's type; as a text where it is not of that type, which they refuse. Choices
 * and countries go by their names, else by their numbers.
 */
const literalOf = (field: Field, text: string): Literal => {
  const type = field.data_type_id
  if (NUMBERS.includes(type) || field.external_data_source !== null) return { kind: 'number', text }
  if (type === DATA_TYPE.date && DAY.test(text) && isDate(text)) return { kind: 'date', text }
  if (type === DATA_TYPE.yesNo && (YES.test(text) || NO.test(text))) return { kind: 'boolean', value: YES.test(text) }
  return isNumberOfRecord(field, text) ? { kind: 'number', text } : { kind: 'text', text }
}

const isNumberOfRecord = ({ data_type_id, choices }: Field, text: string): boolean => {
  if (!DIGITS.test(text)) return false
  if (data_type_id === DATA_TYPE.country) return true
  const isChoice = data_type_id === DATA_TYPE.select || data_type_id === DATA_TYPE.multiSelect
  return isChoice && !choices.some(({ name }) => fold(name) === fold(text))
}
