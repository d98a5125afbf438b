import type { RecordCustomFieldInput } from '#contract/people/contacts'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { carrierSql } from './carried.ts'
import { OBJECT_TYPE } from './field.model.ts'
import { type FieldSet, type FieldsWanted, readFieldSet } from './fields.queries.ts'
import { missingReferences } from './references.queries.ts'
import { planValues, refuseMissing, type ValueFaults, type ValueInput, type ValuePlan } from './value-plan.model.ts'

export type { FieldSet, ValueInput, ValuePlan }
export { planValues, refuseMissing }

/** Values of custom fields as the `CustomFields` of a body give them. */
export const readCustomFields = (items: readonly RecordCustomFieldInput[] | undefined): ValueInput[] =>
  (items ?? []).map((item, index) => ({
    pointer: `/CustomFields/${index}`,
    fieldId: item.CustomFieldId || undefined,
    name: item.Name?.trim() || undefined,
    text: item.Value,
  }))

/** The fields of individuals (1) and of organizations (2). */
export const contactFieldSets = async (db: TenantDb): Promise<Record<1 | 2, FieldSet>> => ({
  1: await readFieldSet(db, db.tenantId, { objectTypes: CONTACT_FIELDS[1], objectId: 0 }),
  2: await readFieldSet(db, db.tenantId, { objectTypes: CONTACT_FIELDS[2], objectId: 0 }),
})

/** What nothing was sent for. */
export const NO_VALUES: ValuePlan = { changed: [], changes: {}, references: [], missing: [] }

const CONTACT_FIELDS = {
  1: [OBJECT_TYPE.contact, OBJECT_TYPE.individual],
  2: [OBJECT_TYPE.contact, OBJECT_TYPE.organization],
}

/** The object types whose fields the list of contacts knows. */
export const CONTACT_OBJECT_TYPES: readonly number[] = [
  OBJECT_TYPE.contact,
  OBJECT_TYPE.individual,
  OBJECT_TYPE.organization,
]

/** The object types whose fields memberships have. */
export const MEMBERSHIP_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.membership]

/** The object types whose fields projects have. */
export const PROJECT_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.project]

/** The object types whose fields an individual (1) or an organization (2) has. */
export const contactFieldTypes = (systemTypeId: 1 | 2): readonly number[] => CONTACT_FIELDS[systemTypeId]

/**
 * Reads the values that a save sends for one record: what is wrong with them goes to `faults`, each under its place.
 * Two statements at most.
 */
export const loadValuePlan = async (
  runner: SqlRunner,
  tenantId: number,
  wanted: FieldsWanted,
  inputs: readonly ValueInput[],
  faults: ValueFaults,
): Promise<ValuePlan> => {
  const plan = planValues(await readFieldSet(runner, tenantId, wanted), inputs, faults)
  await refuseUnknown(runner, tenantId, [plan], faults)
  return plan
}

/** Adds a fault for each reference of the plans that leads nowhere. One statement, none where there are none. */
export const refuseUnknown = async (
  runner: SqlRunner,
  tenantId: number,
  plans: readonly ValuePlan[],
  faults: ValueFaults,
): Promise<void> => {
  const references = plans.flatMap((plan) => plan.references)
  for (const { pointer } of await missingReferences(runner, tenantId, references))
    faults.unknownReference(pointer, 'means a record that does not exist')
}

/** The statements that write what plans change, in this order; none where nothing changes. */
export const writeValuesSql = (tenantId: number, plans: readonly { objectId: number; plan: ValuePlan }[]): Sql[] => {
  const changed = plans.flatMap(({ objectId, plan }) => plan.changed.map((change) => ({ objectId, ...change })))
  if (changed.length === 0) return []
  const touched = changed.map(({ objectId, field, rows }) => ({
    object_id: objectId,
    field_id: field.id,
    kept: rows.length,
  }))
  const rows = changed.flatMap(({ objectId, field, rows: of }) =>
    of.map((row) => ({ ...row, object_id: objectId, field_id: field.id, object_type_id: field.object_type_id })),
  )
  return rows.length > 0 ? [removeSql(tenantId, touched), putSql(tenantId, rows)] : [removeSql(tenantId, touched)]
}

/** Removes all values of a record that goes, whatever its fields have become. */
export const removeValuesSql = (tenantId: number, objectTypes: readonly number[], objectId: number): Sql => Prisma.sql`
  DELETE FROM custom_field_value v USING custom_field f
  WHERE v.tenant_id = ${tenantId}::integer AND v.object_id = ${objectId}::integer
    AND f.tenant_id = v.tenant_id AND f.id = v.field_id AND ${carrierSql} = ANY (${[...objectTypes]}::integer[])`

/** Removes what the new rows do not write over. */
const removeSql = (tenantId: number, touched: readonly object[]): Sql => Prisma.sql`
  DELETE FROM custom_field_value v
  USING json_to_recordset(${JSON.stringify(touched)}::json) AS t(object_id integer, field_id integer, kept integer)
  WHERE v.tenant_id = ${tenantId}::integer AND v.field_id = t.field_id AND v.object_id = t.object_id
    AND v.ordinal >= t.kept`

const putSql = (tenantId: number, rows: readonly object[]): Sql => Prisma.sql`
  INSERT INTO custom_field_value AS v (tenant_id, field_id, object_id, ordinal, text_value, number_value, date_value,
    ref_id, sort_key, is_live)
  SELECT ${tenantId}::integer, r.field_id, r.object_id, r.ordinal, r.text_value, r.number_value, r.date_value, r.ref_id,
    r.sort_key, coalesce(CASE
      WHEN r.object_type_id <= 3 THEN (SELECT c.deleted_at IS NULL AND NOT c.is_unmatched FROM contact c
        WHERE c.tenant_id = ${tenantId}::integer AND c.id = r.object_id)
      WHEN r.object_type_id = 4 THEN (SELECT c.deleted_at IS NULL FROM membership m
        JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
        WHERE m.tenant_id = ${tenantId}::integer AND m.id = r.object_id) END, true)
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(field_id integer, object_id integer, ordinal smallint,
    text_value text, number_value numeric, date_value date, ref_id integer, sort_key text, object_type_id smallint)
  ON CONFLICT (tenant_id, field_id, object_id, ordinal) DO UPDATE SET text_value = excluded.text_value,
    number_value = excluded.number_value, date_value = excluded.date_value, ref_id = excluded.ref_id,
    sort_key = excluded.sort_key, audit_id = v.audit_id + 1`

/** What becomes of values where two contacts become one; in this order. */
export interface ValueMerge {
  /** The loser's values that the winner has of the same field, too: they go away. */
  drop: Sql
  /** Contact references to the loser now mean the winner; answers the contacts that have them, as `id`. */
  repoint: Sql
  /** What the loser has left goes to the winner; answers how many, as `moved`. */
  move: Sql
}

export const mergeValuesSql = (tenantId: number, winner: number, loser: number): ValueMerge => {
  const ofContacts = Prisma.sql`v.tenant_id = ${tenantId}::integer AND v.field_id IN (
    SELECT f.id FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND ${carrierSql} IN (1, 2, 3))`
  return {
    drop: Prisma.sql`DELETE FROM custom_field_value v WHERE ${ofContacts} AND v.object_id = ${loser}::integer
      AND EXISTS (SELECT FROM custom_field_value w WHERE w.tenant_id = v.tenant_id AND w.field_id = v.field_id
        AND w.object_id = ${winner}::integer)`,
    repoint: Prisma.sql`WITH meant AS (
        UPDATE custom_field_value v SET ref_id = ${winner}::integer, audit_id = v.audit_id + 1,
          sort_key = lpad(${winner}::integer::text, 10, '0')
        WHERE v.tenant_id = ${tenantId}::integer AND v.ref_id = ${loser}::integer AND v.field_id IN (
          SELECT f.id FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND f.data_type_id = 12)
        RETURNING v.field_id, v.object_id)
      SELECT DISTINCT w.object_id AS id FROM meant w JOIN custom_field f
        ON f.tenant_id = ${tenantId}::integer AND f.id = w.field_id AND ${carrierSql} IN (1, 2, 3)`,
    move: Prisma.sql`WITH moved AS (
        UPDATE custom_field_value v SET object_id = ${winner}::integer
        WHERE ${ofContacts} AND v.object_id = ${loser}::integer RETURNING v.ordinal)
      SELECT count(*)::integer AS moved FROM moved WHERE ordinal = 0`,
  }
}
