import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`w.id`
const sectionCount = Prisma.sql`(SELECT count(*)::integer FROM form_section s
  WHERE s.tenant_id = w.tenant_id AND s.form_id = w.id)`
const fieldCount = Prisma.sql`(SELECT count(*)::integer FROM custom_field f
  WHERE f.tenant_id = w.tenant_id AND f.form_id = w.id AND f.deleted_at IS NULL)`

/** Returns the list of forms `w`, by name. */
export const formList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`form w`,
      tenant: Prisma.sql`w.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        FormId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`w.audit_id`),
        Name: nameField(Prisma.sql`w.name`),
        SectionCount: valueField('integer', sectionCount),
        FieldCount: valueField('integer', fieldCount),
      },
      searched: Prisma.sql`w.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'form' }, 'custom-fields:write', id) },
  )

const sectionId = Prisma.sql`q.id`
const displayOrder = Prisma.sql`q.display_order`
const sectionFieldCount = Prisma.sql`(SELECT count(*)::integer FROM custom_field f
  WHERE f.tenant_id = q.tenant_id AND f.form_section_id = q.id AND f.deleted_at IS NULL)`

/** Returns the list of the sections `q` of a form, in their display order. */
export const sectionList = (scope: Scope, formId: number): List =>
  listOf(
    {
      from: Prisma.sql`form_section q`,
      tenant: Prisma.sql`q.tenant_id`,
      id: sectionId,
      listed: Prisma.sql`q.form_id = ${formId}::integer`,
      defaultOrder: 'DisplayOrder',
      fields: {
        FormSectionId: valueField('integer', sectionId),
        AuditId: valueField('integer', Prisma.sql`q.audit_id`),
        FormId: valueField('integer', Prisma.sql`q.form_id`),
        Name: nameField(Prisma.sql`q.name`),
        // A missing order comes last.
        DisplayOrder: valueField('integer', displayOrder, Prisma.sql`coalesce(${displayOrder}, 2147483647)`),
        FieldCount: valueField('integer', sectionFieldCount),
      },
      searched: Prisma.sql`q.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'formsection' }, 'custom-fields:write', sectionId) },
  )
