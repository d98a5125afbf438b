import type { List } from '#kernel/listing/list-response'
import type { FieldType, ListField, Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { dataTypeNames, objectTypeNames } from './custom-fields.model.ts'

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })
const id = Prisma.sql`f.id`
const byText = (sql: Sql): Sql => Prisma.sql`lower(coalesce(${sql}, '')) COLLATE "C"`
const groupName = Prisma.sql`coalesce(g.name, sec.name)`
/** A missing number comes after every other. */
const last = (sql: Sql): Sql => Prisma.sql`coalesce(${sql}, 2147483647)`
const displayOrder = [
  Prisma.sql`f.object_type_id::integer`,
  last(Prisma.sql`coalesce(g.display_order, sec.display_order)`),
  last(Prisma.sql`coalesce(g.id, sec.id)`),
  last(Prisma.sql`f.display_order`),
]

const customFieldListing: Listing = {
  from: Prisma.sql`custom_field f
    LEFT JOIN custom_field_group g ON g.tenant_id = f.tenant_id AND g.id = f.group_id
    LEFT JOIN form_section sec ON sec.tenant_id = f.tenant_id AND sec.id = f.form_section_id`,
  tenant: Prisma.sql`f.tenant_id`,
  id,
  listed: Prisma.sql`f.deleted_at IS NULL`,
  defaultOrder: 'DisplayOrder',
  fields: {
    DisplayOrder: {
      type: 'integer',
      sql: Prisma.sql`f.display_order`,
      filter: false,
      order: displayOrder.map((sql) => ({ type: 'integer' as const, sql })),
    },
    CustomFieldId: field('integer', id),
    ObjectTypeId: field('text', Prisma.sql`f.object_type_id::text`),
    Name: field('text', Prisma.sql`f.name`, byText(Prisma.sql`f.name`)),
    DisplayName: field('text', Prisma.sql`f.display_name`, byText(Prisma.sql`f.display_name`)),
    GroupName: field('text', groupName, byText(groupName)),
    CustomFieldDataTypeId: field('text', Prisma.sql`f.data_type_id::text`),
    IsSystem: field('boolean', Prisma.sql`f.is_system`),
    IsPublic: field('boolean', Prisma.sql`f.is_public`),
    IsMemberEditable: field('boolean', Prisma.sql`f.is_member_editable`),
    IsRequired: field('boolean', Prisma.sql`f.is_required`),
    IsArchived: field('boolean', Prisma.sql`f.is_archived`),
  },
}

const nameOf = (column: Sql, names: Record<number, string>): Sql =>
  Prisma.sql`(${JSON.stringify(names)}::json ->> ${column}::text)`

const columns = Prisma.sql`f.id AS "CustomFieldId", f.audit_id AS "AuditId",
  f.object_type_id::text AS "ObjectTypeId",
  ${nameOf(Prisma.sql`f.object_type_id`, objectTypeNames)} AS "ObjectType", f.name AS "Name",
  f.description AS "Description", f.display_name AS "DisplayName", ${groupName} AS "GroupName",
  f.is_system AS "IsSystem", f.data_type_id::text AS "CustomFieldDataTypeId",
  ${nameOf(Prisma.sql`f.data_type_id`, dataTypeNames)} AS "CustomFieldDataType", f.is_public AS "IsPublic",
  f.is_member_editable AS "IsMemberEditable", f.is_required AS "IsRequired", f.is_archived AS "IsArchived"`

/** The list of the custom fields (CustomFieldSummary), archived fields included. */
export const customFieldList: List = { listing: customFieldListing, columns }

/** The same list, with only the fields of one object type, or without those of one. */
export const narrowedFieldList = (only: number | null, without: number | null): List => ({
  columns,
  listing: {
    ...customFieldListing,
    listed: Prisma.sql`f.deleted_at IS NULL
      AND (${only}::integer IS NULL OR f.object_type_id = ${only}::integer)
      AND (${without}::integer IS NULL OR f.object_type_id <> ${without}::integer)`,
  },
})

/** The fields that the tenant's edition switches on. */
export const editionFieldList: List = {
  columns,
  listing: {
    ...customFieldListing,
    listed: Prisma.sql`f.deleted_at IS NULL AND f.object_type_id = 12 AND f.is_switched_on AND NOT f.is_archived`,
  },
}
