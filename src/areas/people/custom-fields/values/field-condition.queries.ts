import type { Sql } from '../../../../generated/prisma/internal/prismaNamespace.ts'
import { badInput } from '../../../../kernel/errors/problem.ts'
import type { Comparison, Filter, Literal } from '../../../../kernel/listing/filter.ts'
import { filterSql } from '../../../../kernel/listing/filter-sql.ts'
import { withFields } from '../../../../kernel/listing/listing.ts'
import type { SqlRunner } from '../../../../kernel/tenancy/direct-transaction.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { contactListing } from '../../contacts/contacts.listing.ts'
import { DATA_TYPE, type Field, OBJECT_TYPE } from './field.ts'
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
  const listing = withFields(contactListing, { [field.name]: customListField(db.tenantId, field, set) })
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

/** A value as filters write one of the field's type; choices and countries go by their names. */
const literalOf = ({ data_type_id, external_data_source }: Field, text: string): Literal => {
  if (NUMBERS.includes(data_type_id) || external_data_source !== null) return { kind: 'number', text }
  if (data_type_id === DATA_TYPE.date) return { kind: 'date', text }
  if (data_type_id === DATA_TYPE.yesNo) return { kind: 'boolean', value: /^(true|yes|1)$/i.test(text) }
  return { kind: 'text', text }
}
