import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { carrierSql, isCarriedSql } from './values.sql.ts'

/** The record whose fields and values are read; object 0 has no values. */
export interface FieldSetRequest {
  objectTypes: readonly number[]
  objectId: number
  /** For a membership: fields can be limited to one type or level. If absent, no field is left out for that. */
  membership?: { typeId: number; levelId: number | null }
  /** For a membership type (0: a new one): fields can be limited to one type. If absent, no field is left out for that. */
  membershipTypeId?: number
  /**
   * For a directory listing: fields belong to one directory, and its listing types can hide them. If `typeId` is absent,
   * no field is left out for the listing type.
   */
  listing?: { directoryId: number; typeId?: number | null }
  /** For a project: fields can be limited to one type. If absent, no field is left out for that. */
  project?: { typeId: number | null }
  /** For a registration for an event: only fields that the event asks attendees of the type for can be required. */
  registration?: { eventId: number; typeId: number }
}

/** Selects the fields of FieldSet as one row. */
export const fieldSetSql = (tenantId: number, request: FieldSetRequest): Sql => Prisma.sql`
  WITH f AS MATERIALIZED (
    SELECT f.id, ${carrierSql} AS object_type_id, f.name, f.display_name, f.data_type_id, f.data_size, f.scale_minimum,
      f.scale_maximum, f.external_data_source, ${isRequiredSql(tenantId, request)} AS is_required,
      ${isForOtherTypeSql(request)} AS is_for_other_type, f.display_order,
      g.display_order AS group_order, f.group_id
    FROM custom_field f LEFT JOIN custom_field_group g ON g.tenant_id = f.tenant_id AND g.id = f.group_id
    WHERE f.tenant_id = ${tenantId}::integer AND ${isCarriedSql(request.objectTypes)} AND f.existing_field_id IS NULL
      AND f.deleted_at IS NULL AND NOT f.is_archived)
  SELECT
    (SELECT coalesce(json_agg(json_build_object('id', f.id, 'objectTypeId', f.object_type_id, 'name', f.name,
        'displayName', f.display_name, 'dataTypeId', f.data_type_id, 'dataSize', f.data_size,
        'scaleMinimum', f.scale_minimum, 'scaleMaximum', f.scale_maximum,
        'externalDataSource', f.external_data_source, 'isRequired', f.is_required,
        'isForOtherType', f.is_for_other_type,
        'choices', (SELECT coalesce(json_agg(json_build_object('id', k.id, 'name', k.name,
            'displayOrder', k.display_order, 'isActive', k.is_active,
            'isDefault', k.is_default) ORDER BY k.display_order, k.id), '[]')
          FROM custom_field_choice k WHERE k.tenant_id = ${tenantId}::integer AND k.field_id = f.id),
        'shownFor', (SELECT coalesce(json_agg(json_build_object('fieldId', p.parent_id, 'value', p.show_for_value)), '[]')
          FROM custom_field_child p WHERE p.tenant_id = ${tenantId}::integer AND p.child_id = f.id))
      ORDER BY f.group_order, f.group_id, f.display_order, f.id), '[]') FROM f) AS fields,
    (SELECT coalesce(json_agg(json_build_object('id', y.id, 'alpha2', y.alpha2, 'name', y.name)), '[]')
      FROM country y WHERE EXISTS (SELECT FROM f WHERE f.data_type_id = 9)) AS countries,
    (SELECT t.time_zone FROM tenant t WHERE t.id = ${tenantId}::integer) AS "timeZone",
    (SELECT coalesce(json_agg(json_build_object('fieldId', v.field_id, 'ordinal', v.ordinal,
        'textValue', v.text_value, 'numberValue', trim_scale(v.number_value)::text,
        'dateValue', to_char(v.date_value, 'YYYY-MM-DD'), 'refId', v.ref_id, 'sortKey', v.sort_key)
        ORDER BY v.field_id, v.ordinal), '[]')
      FROM custom_field_value v JOIN f ON f.id = v.field_id
      WHERE v.tenant_id = ${tenantId}::integer AND v.object_id = ${request.objectId}::integer) AS current`

const isRequiredSql = (tenantId: number, { registration }: FieldSetRequest): Sql =>
  registration
    ? Prisma.sql`EXISTS (SELECT FROM event_question q
        WHERE q.tenant_id = ${tenantId}::integer AND q.event_id = ${registration.eventId}::integer
          AND q.field_id = f.id AND (q.is_required OR f.is_required) AND ${isAskedSql(Prisma.sql`${registration.typeId}::integer`)})`
    : Prisma.sql`f.is_required`

/** Returns whether the question `q` is asked of attendees of a type, an expression. */
export const isAskedSql = (typeId: Sql): Sql => Prisma.sql`(q.applies_to = 'Attendee'
  AND coalesce((SELECT bool_or(t.type_id = ${typeId}) FROM event_question_type t
    WHERE t.tenant_id = q.tenant_id AND t.question_id = q.id), true))`

const isForOtherTypeSql = ({ membership, membershipTypeId, listing, project }: FieldSetRequest): Sql => {
  if (membership)
    return Prisma.sql`(
      f.membership_type_id IS NOT NULL AND f.membership_type_id <> ${membership.typeId}::integer
      OR f.membership_level_id IS NOT NULL AND f.membership_level_id IS DISTINCT FROM ${membership.levelId}::integer)`
  if (membershipTypeId !== undefined)
    return Prisma.sql`(f.membership_type_id IS NOT NULL AND f.membership_type_id <> ${membershipTypeId}::integer)`
  if (listing)
    return Prisma.sql`(f.object_type_id = 8 AND f.directory_id IS DISTINCT FROM ${listing.directoryId}::integer
      OR ${isHiddenSql(Prisma.sql`f`, Prisma.sql`${listing.typeId ?? null}::integer`)})`
  if (project)
    return Prisma.sql`(
      f.project_type_id IS NOT NULL AND f.project_type_id IS DISTINCT FROM ${project.typeId}::integer)`
  return Prisma.sql`false`
}

/**
 * Returns whether listings of a type do not show a field. Those without a type show every field.
 *
 * @param field the name of the field's row. @param listingTypeId an expression.
 */
export const isHiddenSql = (field: Sql, listingTypeId: Sql): Sql => Prisma.sql`EXISTS (
  SELECT FROM custom_field_listing_type h WHERE h.tenant_id = ${field}.tenant_id AND h.field_id = ${field}.id
    AND h.listing_type_id = ${listingTypeId} AND NOT h.is_active)`
