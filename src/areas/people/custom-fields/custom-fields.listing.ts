import type { FieldType, ListField, Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })
const id = Prisma.sql`f.id`
const byText = (sql: Sql): Sql => Prisma.sql`lower(coalesce(${sql}, '')) COLLATE "C"`
const groupName = Prisma.sql`coalesce(g.name, sec.name)`
/** No order stands behind every order. */
const last = (sql: Sql): Sql => Prisma.sql`coalesce(${sql}, 2147483647)`
const place = [
  Prisma.sql`f.object_type_id::integer`,
  last(Prisma.sql`coalesce(g.display_order, sec.display_order)`),
  last(Prisma.sql`coalesce(g.id, sec.id)`),
  last(Prisma.sql`f.display_order`),
]

/** The list of the custom fields, archived ones included. DisplayOrder orders them as people see them. */
export const customFieldListing: Listing = {
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
      order: place.map((sql) => ({ type: 'integer' as const, sql })),
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

/** The same, limited to what the documented filter asks for. */
export const narrowedListing = (only: number | null, without: number | null): Listing => ({
  ...customFieldListing,
  listed: Prisma.sql`f.deleted_at IS NULL
    AND (${only}::integer IS NULL OR f.object_type_id = ${only}::integer)
    AND (${without}::integer IS NULL OR f.object_type_id <> ${without}::integer)`,
})

/** The fields that the tenant's edition switches on. */
export const editionListing: Listing = {
  ...customFieldListing,
  listed: Prisma.sql`f.deleted_at IS NULL AND f.object_type_id = 12 AND f.is_switched_on AND NOT f.is_archived`,
}
