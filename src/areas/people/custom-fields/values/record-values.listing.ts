import { listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import { isCarriedSql, valueLabelSql, valueTextSql } from './values.sql.ts'

const ALL = Prisma.sql`true`

/**
 * The custom fields of a record with its values as JSON (RecordCustomField in the contract), in their display order.
 * Includes fields without a value. Leaves out archived and deleted fields.
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
  FROM custom_field f LEFT JOIN custom_field_group g ON g.tenant_id = f.tenant_id AND g.id = f.group_id
  WHERE f.tenant_id = ${tenant} AND ${isCarriedSql(objectTypes)}
    AND f.deleted_at IS NULL AND NOT f.is_archived AND ${shown}
  ORDER BY g.display_order, g.id, f.display_order, f.id`)

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
    OR EXISTS (SELECT FROM custom_field_value o
      WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id AND o.object_id = m.id))`,
)

/** The same for the project of row `p`: the fields for its type and for every type, and other fields that have a value. */
export const projectFieldsSql: Sql = customFieldsSql(
  Prisma.sql`p.tenant_id`,
  Prisma.sql`p.id`,
  [OBJECT_TYPE.project],
  Prisma.sql`(f.project_type_id IS NULL OR f.project_type_id = p.type_id
    OR EXISTS (SELECT FROM custom_field_value o
      WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id AND o.object_id = p.id))`,
)

/** Whether a new record that sends no values can get one by default, or lacks a required one. */
export const hasValuesToPlanSql = (tenantId: number, objectTypes: readonly number[]): Sql => Prisma.sql`EXISTS (
  SELECT FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND ${isCarriedSql(objectTypes)}
    AND f.deleted_at IS NULL AND NOT f.is_archived
    AND (f.is_required OR EXISTS (SELECT FROM custom_field_choice k
      WHERE k.tenant_id = f.tenant_id AND k.field_id = f.id AND k.is_default AND k.is_active)))`
