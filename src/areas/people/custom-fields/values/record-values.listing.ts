import { listJson } from '#kernel/database/json-sql'
import type { Param } from '#kernel/database/shape'
import { badInput } from '#kernel/errors/problem'
import type { Comparison, Filter, Literal } from '#kernel/listing/filter'
import { filterSql } from '#kernel/listing/filter-sql'
import { addFields, type Listing } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { fold } from '#kernel/text/fold'
import { isDate, isDay } from '#kernel/time/written-date'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DATA_TYPE, OBJECT_TYPE } from '../custom-fields.model.ts'
import type { Field } from './field.model.ts'
import type { FieldSet } from './fields.queries.ts'
import { isHiddenSql } from './fields.sql.ts'
import { buildCustomListField } from './values.listing.ts'
import { carrierSql, isCarriedSql, valueLabelSql, valueTextSql } from './values.sql.ts'

const ALL = Prisma.sql`true`

/** Returns the condition that a record has a value of the field `f`. */
export const hasValueSql = (objectId: Sql): Sql => Prisma.sql`EXISTS (SELECT FROM custom_field_value o
  WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id AND o.object_id = ${objectId})`

/**
 * Returns the custom fields of a record with its values as JSON (RecordCustomField in the contract), in their display
 * order. Includes fields without a value. Leaves out archived and deleted fields.
 *
 * @param tenant, object the record's tenant and id, as expressions: `c.tenant_id`, `c.id`.
 * @param objectTypes the object types of the fields: OBJECT_TYPE.
 * @param shown a condition on the field `f`; all fields if absent.
 */
export const customFieldsSql = (tenant: Sql, object: Sql, objectTypes: readonly number[], shown = ALL): Sql =>
  listJson(Prisma.sql`
  SELECT f.id AS "CustomFieldId", f.object_type_id::text AS "ObjectTypeId", f.name AS "Name",
    f.display_name AS "DisplayName", f.data_type_id::text AS "CustomFieldDataTypeId", f.is_required AS "IsRequired",
    ${valueTextSql(object)} AS "Value", ${valueLabelSql(object)} AS "DisplayValue"
  FROM custom_field f LEFT JOIN custom_field_group fg ON fg.tenant_id = f.tenant_id AND fg.id = f.group_id
  WHERE f.tenant_id = ${tenant} AND ${isCarriedSql(objectTypes)}
    AND f.deleted_at IS NULL AND NOT f.is_archived AND ${shown}
  ORDER BY fg.display_order, fg.id, f.display_order, f.id`)

/**
 * The same for the membership of row `m`: the fields for its type and level, and other fields that have a value, from a
 * level that it had before.
 */
export const membershipFieldsSql: Sql = customFieldsSql(
  Prisma.sql`m.tenant_id`,
  Prisma.sql`m.id`,
  [OBJECT_TYPE.membership],
  Prisma.sql`((f.membership_type_id IS NULL OR f.membership_type_id = m.type_id)
      AND (f.membership_level_id IS NULL OR f.membership_level_id = m.level_id)
    OR ${hasValueSql(Prisma.sql`m.id`)})`,
)

/** The same for the membership type of row `t`: its own fields and those of every type, and others that have a value. */
export const membershipTypeFieldsSql: Sql = customFieldsSql(
  Prisma.sql`t.tenant_id`,
  Prisma.sql`t.id`,
  [OBJECT_TYPE.membershipType],
  Prisma.sql`(f.membership_type_id IS NULL OR f.membership_type_id = t.id
    OR ${hasValueSql(Prisma.sql`t.id`)})`,
)

/** The same for the project of row `p`: the fields for its type and for every type, and other fields that have a value. */
export const projectFieldsSql: Sql = customFieldsSql(
  Prisma.sql`p.tenant_id`,
  Prisma.sql`p.id`,
  [OBJECT_TYPE.project],
  Prisma.sql`(f.project_type_id IS NULL OR f.project_type_id = p.type_id
    OR ${hasValueSql(Prisma.sql`p.id`)})`,
)

/** The same for the event of row `e`. */
export const eventFieldsSql: Sql = customFieldsSql(Prisma.sql`e.tenant_id`, Prisma.sql`e.id`, [OBJECT_TYPE.event])

/** The field `o` of a directory: its own value belongs to the listing `l`, that of a field of contacts to the contact. */
const listingOrContact = Prisma.sql`(CASE WHEN o.existing_field_id IS NULL THEN l.id ELSE l.contact_id END)`
const hasOwnValue = Prisma.sql`EXISTS (SELECT FROM custom_field_value w
  WHERE w.tenant_id = o.tenant_id AND w.field_id = o.id AND w.object_id = l.id)`

/**
 * Returns the same for the directory listing of row `l`, of the contact `c`: the fields of its directory that its
 * listing type shows, and others that have a value.
 *
 * @param showsContact whether to include the fields that show a field of contacts.
 */
export const listingFieldsSql = (showsContact: boolean): Sql =>
  listJson(Prisma.sql`
  SELECT o.id AS "CustomFieldId", o.object_type_id::text AS "ObjectTypeId", o.name AS "Name",
    o.display_name AS "DisplayName", f.data_type_id::text AS "CustomFieldDataTypeId", o.is_required AS "IsRequired",
    ${valueTextSql(listingOrContact)} AS "Value", ${valueLabelSql(listingOrContact)} AS "DisplayValue"
  FROM custom_field o
  JOIN custom_field f ON f.tenant_id = o.tenant_id AND f.id = coalesce(o.existing_field_id, o.id)
    AND f.deleted_at IS NULL AND NOT f.is_archived
  LEFT JOIN custom_field_group g ON g.tenant_id = o.tenant_id AND g.id = o.group_id
  WHERE o.tenant_id = l.tenant_id AND o.deleted_at IS NULL AND NOT o.is_archived
    AND (o.object_type_id = 8 AND o.directory_id = l.directory_id
      OR o.object_type_id = 12 AND o.is_switched_on AND o.search_object_type_id = 8)
    AND (o.existing_field_id IS NULL OR ${showsContact}::boolean AND ${carrierSql} IN (1, c.system_type_id + 1))
    AND (NOT ${isHiddenSql(Prisma.sql`o`, Prisma.sql`l.listing_type_id`)} OR ${hasOwnValue})
  ORDER BY g.display_order, g.id, o.display_order, o.id`)

/** Returns whether a new record that sends no values can get one by default, or lacks a required one. */
export const hasValuesToPlanSql = (tenantId: Param<number>, objectTypes: readonly number[]): Sql => Prisma.sql`EXISTS (
  SELECT FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND ${isCarriedSql(objectTypes)}
    AND f.deleted_at IS NULL AND NOT f.is_archived
    AND (f.is_required OR EXISTS (SELECT FROM custom_field_choice k
      WHERE k.tenant_id = f.tenant_id AND k.field_id = f.id AND k.is_default AND k.is_active)))`

/** A condition on one custom field of a contact; a null value tests whether the contact has a value. */
export interface FieldCondition {
  fieldId: number
  operator: Comparison | 'contains'
  value: string | null
}

/**
 * Returns the condition on contacts `c` as SQL.
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
  const listing = addFields(contacts, { [field.name]: buildCustomListField(db.tenantId, field, set) })
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
