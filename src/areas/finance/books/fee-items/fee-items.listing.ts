import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { orEmptySql } from '#kernel/listing/listing'
import { tenantRecordActionsSql } from '#kernel/records/actions'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { classFullName } from '../classes/classes.listing.ts'

const id = Prisma.sql`f.id`

/** Returns the list of fee items `f`, by name. */
export const feeItemList = (scope: Scope): List =>
  listOf(
    {
      from: Prisma.sql`fee_item f JOIN account a ON a.tenant_id = f.tenant_id AND a.id = f.account_id
      LEFT JOIN transaction_class k ON k.tenant_id = f.tenant_id AND k.id = f.class_id
      LEFT JOIN tax_set t ON t.tenant_id = f.tenant_id AND t.id = f.tax_set_id`,
      tenant: Prisma.sql`f.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'Name',
      fields: {
        FeeItemId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`f.audit_id`),
        Name: nameField(Prisma.sql`f.name`),
        Description: optionalField('text', Prisma.sql`f.description`),
        Price: valueField('money', Prisma.sql`f.price`),
        Quantity: valueField('money', Prisma.sql`f.quantity`),
        AccountId: valueField('integer', Prisma.sql`f.account_id`),
        Account: valueField('text', Prisma.sql`a.name`),
        ClassId: optionalField('integer', Prisma.sql`f.class_id`),
        Class: optionalField('text', classFullName),
        TaxSetId: optionalField('integer', Prisma.sql`f.tax_set_id`),
        TaxSet: optionalField('text', Prisma.sql`t.name`),
        IsActive: valueField('boolean', Prisma.sql`f.is_active`),
      },
      searched: Prisma.sql`(f.name || ' ' || ${orEmptySql(Prisma.sql`f.description`)})`,
    },
    {
      Quantity: Prisma.sql`trim_scale(f.quantity)`,
      Actions: tenantRecordActionsSql(scope, { entity: 'feeitem' }, 'books:write', id),
    },
  )
