import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const fieldUse = (of: string, column: string, remedy: string): RecordUse => ({
  of,
  user: 'custom field',
  users: 'custom fields',
  scope: 'custom-fields:read',
  remedy,
  rows: (tenantId) => Prisma.sql`SELECT f.${Prisma.raw(column)} AS used_id, f.id, f.display_name AS name
    FROM custom_field f WHERE f.tenant_id = ${tenantId}::integer AND f.deleted_at IS NULL`,
})

/** What custom fields use: the records that a field belongs to, and the field that a form or directory shows. */
export const customFieldUses: readonly RecordUse[] = [
  fieldUse('membershiptype', 'membership_type_id', 'Delete the field or change its type first.'),
  fieldUse('membershiplevel', 'membership_level_id', 'Delete the field or change its level first.'),
  fieldUse('projecttype', 'project_type_id', 'Delete the field or change its project type first.'),
  fieldUse('form', 'form_id', 'Delete the field or change its form first.'),
  fieldUse('contentlist', 'content_list_id', 'Delete the field or change its content list first.'),
  {
    ...fieldUse('file', 'id', 'Clear the value of the field first.'),
    rows: (tenantId) => Prisma.sql`SELECT v.file_id AS used_id, f.id, f.display_name AS name
      FROM custom_field_value v JOIN custom_field f ON f.tenant_id = v.tenant_id AND f.id = v.field_id
      WHERE v.tenant_id = ${tenantId}::integer AND v.file_id IS NOT NULL`,
  },
  {
    ...fieldUse('customfield', 'existing_field_id', 'Remove it from the form or directory first.'),
    user: 'field of a form or directory',
    users: 'fields of forms or directories',
  },
]
