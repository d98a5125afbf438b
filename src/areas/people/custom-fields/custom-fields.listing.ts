import { CustomFieldSummary } from '#contract/people/custom-fields'
import { columnsOf, hiddenField } from '#kernel/listing/columns'
import { choiceField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { dataTypeNames, objectTypeNames } from './custom-fields.model.ts'

const id = Prisma.sql`f.id`
const byText = (sql: Sql): Sql => Prisma.sql`lower(coalesce(${sql}, '')) COLLATE "C"`
const groupName = Prisma.sql`coalesce(g.name, sec.name)`
// A missing number comes after every other.
const last = (sql: Sql): Sql => Prisma.sql`coalesce(${sql}, 2147483647)`
const displayOrder = [
  Prisma.sql`f.object_type_id::integer`,
  last(Prisma.sql`coalesce(g.display_order, sec.display_order)`),
  last(Prisma.sql`coalesce(g.id, sec.id)`),
  last(Prisma.sql`f.display_order`),
]

const nameOf = (column: Sql, names: Record<number, string>): Sql =>
  Prisma.sql`(${JSON.stringify(names)}::json ->> ${column}::text)`
const objectTypeId = Prisma.sql`f.object_type_id::integer`
const dataTypeId = Prisma.sql`f.data_type_id::integer`

const customFieldListing: Listing = {
  from: Prisma.sql`custom_field f
    LEFT JOIN custom_field_group g ON g.tenant_id = f.tenant_id AND g.id = f.group_id
    LEFT JOIN form_section sec ON sec.tenant_id = f.tenant_id AND sec.id = f.form_section_id`,
  row: CustomFieldSummary,
  tenant: Prisma.sql`f.tenant_id`,
  id,
  listed: Prisma.sql`f.deleted_at IS NULL`,
  defaultOrder: 'DisplayOrder',
  fields: {
    DisplayOrder: hiddenField({
      type: 'integer',
      sql: Prisma.sql`f.display_order`,
      filter: false,
      order: displayOrder.map((sql) => ({ type: 'integer' as const, sql })),
    }),
    CustomFieldId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`f.audit_id`),
    ObjectTypeId: valueField('integer', objectTypeId),
    ObjectType: choiceField('ObjectTypeId', objectTypeNames, valueField('text', nameOf(objectTypeId, objectTypeNames))),
    Name: valueField('text', Prisma.sql`f.name`, byText(Prisma.sql`f.name`)),
    DisplayName: valueField('text', Prisma.sql`f.display_name`, byText(Prisma.sql`f.display_name`)),
    GroupName: valueField('text', groupName, byText(groupName)),
    Description: valueField('text', Prisma.sql`f.description`, byText(Prisma.sql`f.description`)),
    CustomFieldDataTypeId: valueField('integer', dataTypeId),
    CustomFieldDataType: choiceField(
      'CustomFieldDataTypeId',
      dataTypeNames,
      valueField('text', nameOf(dataTypeId, dataTypeNames)),
    ),
    IsSystem: valueField('boolean', Prisma.sql`f.is_system`),
    IsPublic: valueField('boolean', Prisma.sql`f.is_public`),
    IsMemberEditable: valueField('boolean', Prisma.sql`f.is_member_editable`),
    IsRequired: valueField('boolean', Prisma.sql`f.is_required`),
    IsArchived: valueField('boolean', Prisma.sql`f.is_archived`),
  },
  searched: Prisma.sql`concat_ws(' ', f.name, f.display_name, f.description)`,
}

const columns = columnsOf(customFieldListing.fields, {
  ObjectTypeId: Prisma.sql`f.object_type_id::text`,
  CustomFieldDataTypeId: Prisma.sql`f.data_type_id::text`,
})

/** The list of the custom fields (CustomFieldSummary), archived fields included. */
export const customFieldList: List = { listing: customFieldListing, columns }

/** Returns the same list, with only the fields of one object type, or without those of one. */
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
