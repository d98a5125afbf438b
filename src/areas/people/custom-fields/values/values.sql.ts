import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import type { Reference } from './stored-values.model.ts'

const EDITION = Prisma.raw(String(OBJECT_TYPE.edition))

/** The object type of the records that have the values of field `f`: for a field of an edition, its search type. */
export const carrierSql = Prisma.sql`(CASE WHEN f.object_type_id = ${EDITION} THEN f.search_object_type_id
  ELSE f.object_type_id END)`

/**
 * Returns the condition that records of these object types have field `f`. A field of an edition must be switched on.
 */
export const isCarriedSql = (objectTypes: readonly number[]): Sql => {
  const types = Prisma.raw(objectTypes.map(Number).join(', '))
  return Prisma.sql`(f.object_type_id IN (${types})
    OR f.object_type_id = ${EDITION} AND f.is_switched_on AND f.search_object_type_id IN (${types}))`
}

/** Returns the rows `v` of field `f` that are the value of the record `object`. */
const valueRowsSql = (object: Sql): Sql => Prisma.sql`FROM custom_field_value v
  WHERE v.tenant_id = f.tenant_id AND v.field_id = f.id AND v.object_id = ${object}`

/**
 * Returns the value of field `f` for the record `object` in the text form that parseValue takes; null without a value.
 */
export const valueTextSql = (object: Sql): Sql => valueTextOfSql(valueRowsSql(object))

/** Returns the same for the rows `v` of field `f` that a FROM clause selects. */
export const valueTextOfSql = (rows: Sql): Sql => Prisma.sql`(SELECT CASE
    WHEN f.data_type_id = 14 THEN json_agg(v.ref_id ORDER BY v.ordinal)::text
    ELSE min(CASE
      WHEN f.data_type_id IN (2, 3, 15) THEN trim_scale(v.number_value)::text
      WHEN f.data_type_id = 4 THEN v.number_value::numeric(16, 2)::text
      WHEN f.data_type_id = 6 THEN to_char(v.date_value, 'YYYY-MM-DD')
      WHEN f.data_type_id = 7 THEN (v.number_value = 1)::text
      WHEN f.data_type_id IN (9, 10, 12, 13) THEN v.ref_id::text
      ELSE v.text_value END) END
  ${rows} HAVING count(*) > 0)`

/**
 * Returns the same value for display: labels of choices, names of countries and contacts. A deleted group keeps its
 * name.
 */
export const valueLabelSql = (object: Sql): Sql => valueLabelOfSql(valueRowsSql(object))

/** Returns the same for the rows `v` of field `f` that a FROM clause selects. */
export const valueLabelOfSql = (rows: Sql): Sql => Prisma.sql`(SELECT string_agg(CASE
    WHEN f.data_type_id IN (2, 3, 15) THEN trim_scale(v.number_value)::text
    WHEN f.data_type_id = 4 THEN v.number_value::numeric(16, 2)::text
    WHEN f.data_type_id = 6 THEN to_char(v.date_value, 'YYYY-MM-DD')
    WHEN f.data_type_id = 7 THEN CASE v.number_value WHEN 1 THEN 'Yes' ELSE 'No' END
    WHEN f.data_type_id = 9 OR (f.data_type_id IN (13, 14) AND f.external_data_source = 'countries')
      THEN (SELECT y.name FROM country y WHERE y.id = v.ref_id)
    WHEN f.data_type_id = 12 THEN (SELECT o.display_name FROM contact o
      WHERE o.tenant_id = v.tenant_id AND o.id = v.ref_id AND o.deleted_at IS NULL)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source IS NULL THEN (SELECT k.name FROM custom_field_choice k
      WHERE k.tenant_id = v.tenant_id AND k.field_id = v.field_id AND k.id = v.ref_id)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source = 'groups' THEN (SELECT g.name FROM contact_group g
      WHERE g.tenant_id = v.tenant_id AND g.id = v.ref_id)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source = 'chapters' THEN (SELECT o.display_name FROM chapter h
      JOIN contact o ON o.tenant_id = h.tenant_id AND o.id = h.organization_id
      WHERE h.tenant_id = v.tenant_id AND h.id = v.ref_id)
    WHEN f.data_type_id IN (13, 14) AND f.external_data_source = 'membershiptypes' THEN
      (SELECT m.name FROM membership_type m WHERE m.tenant_id = v.tenant_id AND m.id = v.ref_id)
    ELSE coalesce(v.text_value, v.ref_id::text) END, '; ' ORDER BY v.ordinal) ${rows})`

/** Returns the condition that the value `v` belongs to a listing of the directory. */
export const isOfDirectorySql = (directoryId: number): Sql => Prisma.sql`EXISTS (SELECT FROM directory_listing w
  WHERE w.tenant_id = v.tenant_id AND w.id = v.object_id AND w.directory_id = ${directoryId}::integer)`

export interface FieldUse {
  hasValues: boolean
}

/** Selects whether any record has a value for the field, or an order of an event has a response. */
export const fieldHasValuesSql = (tenantId: number, fieldId: number): Sql => Prisma.sql`
  SELECT EXISTS (SELECT FROM custom_field_value v WHERE v.tenant_id = ${tenantId} AND v.field_id = ${fieldId})
    OR EXISTS (SELECT FROM custom_field_response v WHERE v.tenant_id = ${tenantId} AND v.field_id = ${fieldId})
    AS "hasValues"`

/** Selects the ids of those of the choices that are the value of a record, or a response. */
export const usedChoicesSql = (tenantId: number, fieldId: number, choiceIds: readonly number[]): Sql => Prisma.sql`
  SELECT DISTINCT v.ref_id AS id FROM custom_field_value v
  WHERE v.tenant_id = ${tenantId} AND v.field_id = ${fieldId} AND v.ref_id = ANY (${[...choiceIds]}::integer[])
  UNION SELECT v.ref_id FROM custom_field_response v
  WHERE v.tenant_id = ${tenantId} AND v.field_id = ${fieldId} AND v.ref_id = ANY (${[...choiceIds]}::integer[])`

/** Returns the kind and id of those of the references that reference an existing record. */
export const existingReferencesSql = (
  tenantId: number,
  references: readonly Reference[],
  uploader: string | null,
): Sql => {
  const kinds = [...new Set(references.map(({ kind }) => kind))]
  const parts = kinds.map((kind) => {
    const wanted = references.filter((reference) => reference.kind === kind)
    if (kind === 'file') return usableFilesSql(tenantId, wanted, uploader)
    return EXISTING[kind](
      tenantId,
      wanted.map(({ id }) => id),
    )
  })
  return Prisma.join(parts, ' UNION ALL ')
}

/** Uploads that no record uses, that are small enough, and that this actor uploaded; null for any actor. */
const usableFilesSql = (tenantId: number, wanted: readonly Reference[], uploader: string | null): Sql =>
  Prisma.sql`SELECT 'file' AS kind, s.id FROM stored_file s
    JOIN unnest(${wanted.map(({ id }) => id)}::integer[], ${wanted.map(({ maxBytes }) => maxBytes ?? 0)}::bigint[])
      AS w (id, max_bytes) ON w.id = s.id AND s.size <= w.max_bytes
    WHERE s.tenant_id = ${tenantId}::integer AND s.state = 'ready' AND s.owner_kind IS NULL
      AND (${uploader}::text IS NULL OR s.created_by = ${uploader}::text)`

const EXISTING: Record<Exclude<Reference['kind'], 'file'>, (tenantId: number, ids: number[]) => Sql> = {
  contact: (tenantId, ids) => Prisma.sql`SELECT 'contact' AS kind, id FROM contact
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[]) AND deleted_at IS NULL`,
  countries: (_, ids) => Prisma.sql`SELECT 'countries' AS kind, id FROM country WHERE id = ANY (${ids}::integer[])`,
  chapters: (tenantId, ids) => Prisma.sql`SELECT 'chapters' AS kind, id FROM chapter
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[])`,
  membershiptypes: (tenantId, ids) => Prisma.sql`SELECT 'membershiptypes' AS kind, id FROM membership_type
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[])`,
  groups: (tenantId, ids) => Prisma.sql`SELECT 'groups' AS kind, id FROM contact_group
    WHERE tenant_id = ${tenantId}::integer AND id = ANY (${ids}::integer[]) AND deleted_at IS NULL`,
}
