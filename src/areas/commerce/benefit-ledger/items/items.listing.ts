import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`b.id`

/** Lists benefits `b`, by name. */
export const benefitItemList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`benefit_item b`,
      tenant: Prisma.sql`b.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        BenefitItemId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`b.audit_id`),
        Name: nameField(Prisma.sql`b.name`),
        Description: optionalField('text', Prisma.sql`b.description`),
        IsActive: valueField('boolean', Prisma.sql`b.is_active`),
        StoreItemId: optionalField('integer', Prisma.sql`b.store_item_id`),
        StoreDiscountPercent: valueField('integer', Prisma.sql`b.store_percent`),
      },
      searched: Prisma.sql`(b.name || ' ' || ${orEmptySql(Prisma.sql`b.description`)})`,
    },
    { Actions: tenantRecordActionsSql(scope, { entity: 'benefititem' }, 'benefit-ledger:write', id) },
  )
