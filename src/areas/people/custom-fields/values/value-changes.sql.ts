import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { DATA_TYPE } from '../custom-fields.model.ts'
import type { ValuePlan } from './value-plan.model.ts'
import { carrierSql } from './values.sql.ts'

/** A plan with the id of the record that it is for. */
export interface RecordPlan {
  objectId: number
  plan: ValuePlan
}

/** Returns the statements that write the changes of plans, in this order; none if nothing changes. */
export const writeValuesSql = (tenantId: number, plans: readonly RecordPlan[]): Sql[] => {
  const changed = plans.flatMap(({ objectId, plan }) => plan.changed.map((change) => ({ objectId, ...change })))
  if (changed.length === 0) return []
  const fields = changed.map(({ objectId, field, rows }) => ({ objectId, fieldId: field.id, count: rows.length }))
  const rows = changed.flatMap(({ objectId, field, rows }) =>
    rows.map((row) => ({
      ...row,
      objectId,
      fieldId: field.id,
      objectTypeId: field.objectTypeId,
      fileId: field.dataTypeId === DATA_TYPE.file ? row.refId : null,
    })),
  )
  const removal = removeSurplusSql(tenantId, fields)
  return rows.length > 0 ? [removal, upsertSql(tenantId, rows)] : [removal]
}

/** Removes the rows that the new ones do not overwrite. */
const removeSurplusSql = (tenantId: number, fields: readonly object[]): Sql => Prisma.sql`
  DELETE FROM custom_field_value v
  USING json_to_recordset(${JSON.stringify(fields)}::json) AS t("objectId" integer, "fieldId" integer, count integer)
  WHERE v.tenant_id = ${tenantId}::integer AND v.field_id = t."fieldId" AND v.object_id = t."objectId"
    AND v.ordinal >= t.count`

const upsertSql = (tenantId: number, rows: readonly object[]): Sql => Prisma.sql`
  INSERT INTO custom_field_value AS v (tenant_id, field_id, object_id, ordinal, text_value, number_value, date_value,
    ref_id, file_id, sort_key, is_live)
  SELECT ${tenantId}::integer, r."fieldId", r."objectId", r.ordinal, r."textValue", r."numberValue", r."dateValue",
    r."refId", r."fileId", r."sortKey", coalesce(CASE
      WHEN r."objectTypeId" <= 3 THEN (SELECT c.deleted_at IS NULL AND NOT c.is_unmatched FROM contact c
        WHERE c.tenant_id = ${tenantId}::integer AND c.id = r."objectId")
      WHEN r."objectTypeId" = 4 THEN (SELECT c.deleted_at IS NULL FROM membership m
        JOIN contact c ON c.tenant_id = m.tenant_id AND c.id = m.contact_id
        WHERE m.tenant_id = ${tenantId}::integer AND m.id = r."objectId")
      WHEN r."objectTypeId" = 8 THEN (SELECT c.deleted_at IS NULL FROM directory_listing l
        JOIN contact c ON c.tenant_id = l.tenant_id AND c.id = l.contact_id
        WHERE l.tenant_id = ${tenantId}::integer AND l.id = r."objectId") END, true)
  FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("fieldId" integer, "objectId" integer, ordinal smallint,
    "textValue" text, "numberValue" numeric, "dateValue" date, "refId" integer, "fileId" integer, "sortKey" text,
    "objectTypeId" smallint)
  ON CONFLICT (tenant_id, field_id, object_id, ordinal) DO UPDATE SET text_value = excluded.text_value,
    number_value = excluded.number_value, date_value = excluded.date_value, ref_id = excluded.ref_id,
    file_id = excluded.file_id,
    sort_key = excluded.sort_key, audit_id = v.audit_id + 1`

/** Removes all values of records that are deleted, also those of archived and deleted fields. */
export const deleteValuesSql = (
  tenantId: number,
  objectTypes: readonly number[],
  objectIds: readonly number[],
): Sql => Prisma.sql`
  DELETE FROM custom_field_value v USING custom_field f
  WHERE v.tenant_id = ${tenantId}::integer AND v.object_id = ANY (${[...objectIds]}::integer[])
    AND f.tenant_id = v.tenant_id AND f.id = v.field_id AND ${carrierSql} = ANY (${[...objectTypes]}::integer[])`

export interface DeletedValues {
  values: number
  /** The ids of the records that had them. */
  objects: number[]
}

/** Removes all values of a field. Returns them in batches of records. */
export const deleteFieldValuesSql = (tenantId: number, fieldId: number, batchSize: number): Sql => Prisma.sql`
  WITH gone AS (
    DELETE FROM custom_field_value WHERE tenant_id = ${tenantId}::integer AND field_id = ${fieldId}::integer
    RETURNING object_id
  ), objects AS (SELECT object_id, count(*) AS n, row_number() OVER (ORDER BY object_id) AS n_object FROM gone GROUP BY 1)
  SELECT sum(n)::integer AS values, array_agg(object_id ORDER BY object_id) AS objects
  FROM objects GROUP BY (n_object - 1) / ${batchSize}::integer`

/** Removes all responses to a field. Returns their number. */
export const deleteFieldResponsesSql = (tenantId: number, fieldId: number): Sql => Prisma.sql`
  WITH gone AS (
    DELETE FROM custom_field_response WHERE tenant_id = ${tenantId}::integer AND field_id = ${fieldId}::integer
    RETURNING 1
  ) SELECT count(*)::integer AS responses FROM gone`

/** The statements for the values of two contacts that are merged, in this order. */
export interface ValueMerge {
  /** Removes the loser's values of fields that the winner has values of. */
  drop: Sql
  /** Changes contact references from the loser to the winner. Returns the contacts that have them as `id`. */
  repoint: Sql
  /** Moves the remaining values of the loser to the winner. Returns their number as `moved`. */
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
