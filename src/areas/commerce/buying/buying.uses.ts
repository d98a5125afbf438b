import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

export const buyingUses: readonly RecordUse[] = [
  {
    of: 'taxset',
    user: 'shipping method',
    users: 'shipping methods',
    scope: 'store:read',
    remedy: 'Give the shipping method another tax set first.',
    rows: (tenantId) => Prisma.sql`SELECT x.tax_set_id AS used_id, x.id, x.name FROM shipping_method x
      WHERE x.tenant_id = ${tenantId}::integer`,
  },
  {
    of: 'shippingmethod',
    user: 'order',
    users: 'orders',
    scope: 'store:read',
    remedy: 'Set IsActive to false instead.',
    rows: (tenantId) => Prisma.sql`SELECT x.shipping_method_id AS used_id, x.id, 'S-' || x.id AS name
      FROM store_purchase x WHERE x.tenant_id = ${tenantId}::integer`,
  },
  {
    of: 'shippingmethod',
    user: 'cart',
    users: 'carts',
    scope: 'store:read',
    remedy: 'Set IsActive to false instead.',
    rows: (tenantId) => Prisma.sql`SELECT x.shipping_method_id AS used_id, x.id, 'Cart ' || x.id AS name
      FROM store_cart x WHERE x.tenant_id = ${tenantId}::integer AND x.state <> 'ordered'`,
  },
  {
    of: 'storeitem',
    user: 'cart',
    users: 'carts',
    scope: 'store:read',
    remedy: 'Deactivate the item, or delete the carts first.',
    rows: (tenantId) => Prisma.sql`SELECT x.item_id AS used_id, x.cart_id AS id, 'Cart ' || x.cart_id AS name
      FROM store_cart_line x JOIN store_cart c ON c.tenant_id = x.tenant_id AND c.id = x.cart_id
      WHERE x.tenant_id = ${tenantId}::integer AND c.state <> 'ordered'`,
  },
  {
    of: 'storeitem',
    user: 'issued voucher',
    users: 'issued vouchers',
    scope: 'store:read',
    remedy: 'Deactivate the item instead.',
    rows: (tenantId) => Prisma.sql`SELECT x.item_id AS used_id, x.id, x.code AS name
      FROM store_voucher x WHERE x.tenant_id = ${tenantId}::integer AND x.item_id IS NOT NULL`,
  },
]
