import { ShippingMethod } from '#contract/commerce/store-buying'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`w.id`

/** Lists shipping methods `w`, by name. */
export const shippingMethodList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`shipping_method w`,
      row: ShippingMethod,
      tenant: Prisma.sql`w.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        ShippingMethodId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`w.audit_id`),
        Name: nameField(Prisma.sql`w.name`),
        Type: valueField('text', Prisma.sql`w.type`),
        Price: valueField('money', Prisma.sql`w.price`),
        FreeFrom: optionalField('money', Prisma.sql`w.free_from`),
        TaxSetId: optionalField('integer', Prisma.sql`w.tax_set_id`),
        IsActive: valueField('boolean', Prisma.sql`w.is_active`),
      },
      searched: Prisma.sql`w.name`,
    },
    {
      Rates: Prisma.sql`w.rates`,
      Regions: Prisma.sql`w.regions`,
      Actions: tenantRecordActionsSql(scope, { entity: 'shippingmethod' }, 'store:write', id),
    },
  )
