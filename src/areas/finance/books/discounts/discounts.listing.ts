import { Discount } from '#contract/finance/fee-items'
import { listOf } from '#kernel/listing/columns'
import { choiceField, nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { DISCOUNT_TYPE_NAMES } from './discounts.model.ts'

const id = Prisma.sql`d.id`
const percent = Prisma.sql`trim_scale(d.percent)`
const typeName = Prisma.sql`CASE d.type_id WHEN 1 THEN 'Percent' ELSE 'Amount' END`

/** Returns the list of discounts `d`, by name. */
export const discountList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`discount d LEFT JOIN account a ON a.tenant_id = d.tenant_id AND a.id = d.account_id`,
      row: Discount,
      tenant: Prisma.sql`d.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        DiscountId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`d.audit_id`),
        Name: nameField(Prisma.sql`d.name`),
        DiscountTypeId: valueField('integer', Prisma.sql`d.type_id`),
        DiscountTypeName: choiceField('DiscountTypeId', DISCOUNT_TYPE_NAMES, valueField('text', typeName)),
        DiscountPercent: optionalField('money', Prisma.sql`d.percent`),
        DiscountAmount: optionalField('money', Prisma.sql`d.amount`),
        PromoCode: optionalField('text', Prisma.sql`d.promo_code`),
        StartDate: optionalField('date', Prisma.sql`d.starts_on`),
        EndDate: optionalField('date', Prisma.sql`d.ends_on`),
        AccountId: optionalField('integer', Prisma.sql`d.account_id`),
        Account: optionalField('text', Prisma.sql`a.name`),
        IsActive: valueField('boolean', Prisma.sql`d.is_active`),
      },
      searched: Prisma.sql`(d.name || ' ' || ${orEmptySql(Prisma.sql`d.promo_code`)})`,
    },
    {
      DiscountPercent: percent,
      Actions: tenantRecordActionsSql(scope, { entity: 'discount' }, 'books:write', id),
    },
  )
