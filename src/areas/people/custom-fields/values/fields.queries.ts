import type { SqlRunner } from '#kernel/database/sql-runner'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { carrierSql, isCarriedSql } from './carried.ts'
import type { CountryName, Field, StoredValue } from './field.model.ts'

/** A stored row with the field that it is of. */
export interface CurrentRow extends StoredValue {
  field_id: number
}

/** The fields that a kind of record has, and what else their values are read against. */
export interface FieldSet {
  fields: Field[]
  /** Empty where no field is of a country. */
  countries: CountryName[]
  /** What one record has for them. */
  current: CurrentRow[]
  /** Whether they are of a record that is yet to be made. */
  isNew: boolean
}

/** Whose fields, and with whose values: object 0 has none. */
export interface FieldsWanted {
  objectTypes: readonly number[]
  objectId: number
  /** Of a membership: fields may be kept for one type or level alone. Absent: none is left out for that. */
  membership?: { typeId: number; levelId: number | null }
  /** Of a project: fields may be kept for one type alone. Absent: none is left out for that. */
  project?: { typeId: number | null }
}

/** The fields that are neither deleted nor archived, in the order in which people see them. One statement. */
export const readFieldSet = async (runner: SqlRunner, tenantId: number, wanted: FieldsWanted): Promise<FieldSet> => {
  const { objectTypes, objectId } = wanted
  const [row] = await runner.rows<Omit<FieldSet, 'isNew'>>(Prisma.sql`
    WITH f AS MATERIALIZED (
      SELECT f.id, ${carrierSql} AS object_type_id, f.name, f.display_name, f.data_type_id, f.data_size, f.scale_minimum,
        f.scale_maximum, f.external_data_source, f.is_required,
        ${elsewhere(wanted)} AS is_elsewhere, f.display_order,
        g.display_order AS group_order, f.group_id
      FROM custom_field f LEFT JOIN custom_field_group g ON g.tenant_id = f.tenant_id AND g.id = f.group_id
      WHERE f.tenant_id = ${tenantId}::integer AND ${isCarriedSql(objectTypes)}
        AND f.deleted_at IS NULL AND NOT f.is_archived)
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'object_type_id', f.object_type_id, 'name', f.name,
          'display_name', f.display_name, 'data_type_id', f.data_type_id, 'data_size', f.data_size,
          'scale_minimum', f.scale_minimum, 'scale_maximum', f.scale_maximum,
          'external_data_source', f.external_data_source, 'is_required', f.is_required,
          'is_elsewhere', f.is_elsewhere,
          'choices', (SELECT coalesce(json_agg(json_build_object('id', k.id, 'name', k.name,
              'display_order', k.display_order, 'is_active', k.is_active,
              'is_default', k.is_default) ORDER BY k.display_order, k.id), '[]')
            FROM custom_field_choice k WHERE k.tenant_id = ${tenantId}::integer AND k.field_id = f.id),
          'shown_for', (SELECT coalesce(json_agg(json_build_object('field_id', p.parent_id, 'value', p.show_for_value)), '[]')
            FROM custom_field_child p WHERE p.tenant_id = ${tenantId}::integer AND p.child_id = f.id))
        ORDER BY f.group_order, f.group_id, f.display_order, f.id), '[]') FROM f) AS fields,
      (SELECT coalesce(json_agg(json_build_object('id', y.id, 'alpha2', y.alpha2, 'name', y.name)), '[]')
        FROM country y WHERE EXISTS (SELECT FROM f WHERE f.data_type_id = 9)) AS countries,
      (SELECT coalesce(json_agg(json_build_object('field_id', v.field_id, 'ordinal', v.ordinal,
          'text_value', v.text_value, 'number_value', trim_scale(v.number_value)::text,
          'date_value', to_char(v.date_value, 'YYYY-MM-DD'), 'ref_id', v.ref_id, 'sort_key', v.sort_key)
          ORDER BY v.field_id, v.ordinal), '[]')
        FROM custom_field_value v JOIN f ON f.id = v.field_id
        WHERE v.tenant_id = ${tenantId}::integer AND v.object_id = ${objectId}::integer) AS current`)
  return { fields: [], countries: [], current: [], ...row, isNew: objectId === 0 }
}

const elsewhere = ({ membership, project }: FieldsWanted): Sql => {
  if (membership)
    return Prisma.sql`(
      f.membership_type_id IS NOT NULL AND f.membership_type_id <> ${membership.typeId}::integer
      OR f.membership_level_id IS NOT NULL AND f.membership_level_id IS DISTINCT FROM ${membership.levelId}::integer)`
  if (project)
    return Prisma.sql`(
      f.project_type_id IS NOT NULL AND f.project_type_id IS DISTINCT FROM ${project.typeId}::integer)`
  return Prisma.sql`false`
}
