import { listJson } from '#kernel/database/json-sql'
import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import { isHiddenSql } from './fields.sql.ts'
import { carrierSql, isCarriedSql, valueLabelSql, valueTextSql } from './values.sql.ts'

const ALL = Prisma.sql`true`

/** The condition that a record has a value of the field `f`. */
export const hasValueSql = (objectId: Sql): Sql => Prisma.sql`EXISTS (SELECT FROM custom_field_value o
  WHERE o.tenant_id = f.tenant_id AND o.field_id = f.id AND o.object_id = ${objectId})`

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
 * The same for the directory listing of row `l`, of the contact `c`: the fields of its directory that its listing type
 * shows, and others that have a value.
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

/** Whether a new record that sends no values can get one by default, or lacks a required one. */
export const hasValuesToPlanSql = (tenantId: Param<number>, objectTypes: readonly number[]): Sql => Prisma.sql`EXISTS (
  SELECT FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND ${isCarriedSql(objectTypes)}
    AND f.deleted_at IS NULL AND NOT f.is_archived
    AND (f.is_required OR EXISTS (SELECT FROM custom_field_choice k
      WHERE k.tenant_id = f.tenant_id AND k.field_id = f.id AND k.is_default AND k.is_active)))`
