import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const itemUse = (of: string, remedy: string, used: (tenantId: number) => Sql): RecordUse => ({
  of,
  user: 'store item',
  users: 'store items',
  scope: 'store:read',
  remedy,
  rows: used,
})

/** Describes a use by a column of the items. */
const columnUse = (of: string, column: string, remedy: string): RecordUse =>
  itemUse(
    of,
    remedy,
    (tenantId) => Prisma.sql`SELECT i.${Prisma.raw(column)} AS used_id, i.id, i.name FROM store_item i
      WHERE i.tenant_id = ${tenantId}::integer AND i.${Prisma.raw(column)} IS NOT NULL`,
  )

const imageUse = (column: string): RecordUse =>
  itemUse(
    'file',
    'Remove the image from the item first.',
    (tenantId) => Prisma.sql`SELECT m.${Prisma.raw(column)} AS used_id, i.id, i.name FROM store_item_image m
      JOIN store_item i ON i.tenant_id = m.tenant_id AND i.id = m.item_id WHERE m.tenant_id = ${tenantId}::integer`,
  )

export const storeUses: readonly RecordUse[] = [
  columnUse('feeitem', 'fee_item_id', 'Give the store item another saleable item first.'),
  columnUse('transactionclass', 'class_id', 'Give the store item another class first.'),
  columnUse('taxset', 'tax_set_id', 'Give the store item another tax set first.'),
  columnUse('categoryitem', 'category_id', 'Give the store item another category first.'),
  columnUse('file', 'download_file_id', 'Give the store item another file first.'),
  imageUse('file_id'),
  imageUse('picture_file_id'),
  imageUse('thumbnail_file_id'),
  {
    of: 'storeitem',
    user: 'voucher',
    users: 'vouchers',
    scope: 'store:read',
    remedy: 'Give the voucher another item first.',
    rows: (tenantId) => Prisma.sql`SELECT i.voucher_item_id AS used_id, i.id, i.name FROM store_item i
      WHERE i.tenant_id = ${tenantId}::integer AND i.voucher_item_id IS NOT NULL`,
  },
  itemUse(
    'membershiptype',
    'Remove the membership type from the store item first.',
    (tenantId) => Prisma.sql`SELECT t.membership_type_id AS used_id, i.id, i.name FROM store_item_membership_type t
      JOIN store_item i ON i.tenant_id = t.tenant_id AND i.id = t.item_id WHERE t.tenant_id = ${tenantId}::integer`,
  ),
]
