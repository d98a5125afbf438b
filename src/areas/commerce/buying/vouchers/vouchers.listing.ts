import { StoreVoucher } from '#contract/commerce/store-buying'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { Prisma } from '#prisma/client'
import type { CsvFile } from '#services/csv/list-csv'
import { isPaidSql } from './vouchers.sql.ts'

const id = Prisma.sql`v.id`

/** Whether the caller can void a voucher: it is not used up or void, and not in a cart that is being ordered. */
const isVoidable = Prisma.sql`NOT v.is_used AND v.voided_at IS NULL AND NOT EXISTS (SELECT FROM payment_attempt k
  WHERE k.tenant_id = v.tenant_id AND (k.cart_id = v.cart_id OR k.event_order_id = v.event_order_id) AND k.state = 'open')`

const type = Prisma.sql`(ARRAY['Amount', 'Percent', 'FreeItem'])[v.type_id]`

/** Lists vouchers `v`, the newest first. */
export const voucherList = (scope: Scope): List => {
  const today = todayOf(scope)
  const status = Prisma.sql`CASE WHEN v.voided_at IS NOT NULL THEN 'Void' WHEN v.is_used THEN 'Used'
    WHEN v.expires_on < ${today}::date THEN 'Expired' WHEN ${isPaidSql} THEN 'Active' ELSE 'Unpaid' END`
  const contactId = Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN c.id ELSE 0 END`
  const contactName = Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN c.display_name END`
  const canWrite = hasGrant(scope, 'store:write')
  return listOf(
    {
      from: Prisma.sql`store_voucher v
        LEFT JOIN store_purchase o ON o.tenant_id = v.tenant_id AND o.id = v.purchase_id
        LEFT JOIN store_purchase_line l ON l.tenant_id = v.tenant_id AND l.id = v.line_id
        LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id`,
      row: StoreVoucher,
      tenant: Prisma.sql`v.tenant_id`,
      id,
      listed: Prisma.sql`true`,
      defaultOrder: 'IssuedDate desc',
      fields: {
        StoreVoucherId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`v.audit_id`),
        Code: valueField('text', Prisma.sql`v.code`),
        Type: valueField('text', type),
        Status: valueField('text', status),
        Value: valueField('money', Prisma.sql`v.value`),
        Remaining: valueField('money', Prisma.sql`v.remaining`),
        StoreItemId: optionalField('integer', Prisma.sql`v.item_id`),
        ProductName: nameField(Prisma.sql`l.name`),
        StorePurchaseId: valueField('bigint', Prisma.sql`v.purchase_id`),
        ContactId: valueField('integer', contactId),
        ContactName: nameField(contactName),
        IssuedDate: valueField('instant', Prisma.sql`v.issued_at`),
        ExpirationDate: optionalField('date', Prisma.sql`v.expires_on`),
      },
      searched: Prisma.sql`(v.code || ' ' || l.name || ' ' || coalesce(${contactName}, ''))`,
    },
    {
      Actions: Prisma.sql`CASE WHEN ${canWrite}::boolean AND ${isVoidable} THEN '["view","void"]'::json ELSE '["view"]'::json END`,
    },
  )
}

/** The columns of a file of vouchers. */
export const VOUCHER_FILE: CsvFile = {
  name: 'Vouchers',
  columns: [
    ...[
      'StoreVoucherId',
      'Code',
      'Type',
      'Status',
      'Value',
      'Remaining',
      'StoreItemId',
      'ProductName',
      'StorePurchaseId',
      'ContactId',
    ],
    ...['ContactName', 'IssuedDate', 'ExpirationDate'],
  ],
}
