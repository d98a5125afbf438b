import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`w.id`
const fieldCount = Prisma.sql`(SELECT count(*)::integer FROM custom_field f
  WHERE f.tenant_id = w.tenant_id AND f.content_list_id = w.id AND f.deleted_at IS NULL)`

/** Returns the list of content lists `w`, by name. */
export const contentListList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`content_list w`,
      tenant: Prisma.sql`w.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        ContentListId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`w.audit_id`),
        Name: nameField(Prisma.sql`w.name`),
        FieldCount: valueField('integer', fieldCount),
      },
      searched: Prisma.sql`w.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'contentlist' }, 'custom-fields:write', id) },
  )
