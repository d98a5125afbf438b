import { listOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`w.id`

/** Lists referral sources `w`, in their display order. */
export const referralSourceList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`referral_source w`,
      tenant: Prisma.sql`w.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'DisplayOrder, Name',
      fields: {
        ReferralSourceId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`w.audit_id`),
        Name: nameField(Prisma.sql`w.name`),
        DisplayOrder: valueField('integer', Prisma.sql`w.position`),
        IsActive: valueField('boolean', Prisma.sql`w.is_active`),
      },
      searched: Prisma.sql`w.name`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'referralsource' }, 'events:write', id) },
  )
