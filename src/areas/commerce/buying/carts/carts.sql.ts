import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Locks a cart, without its contact. */
export const lockCartSql = (tenantId: number, cartId: number): Sql => Prisma.sql`SELECT 1 AS locked FROM store_cart
  WHERE tenant_id = ${tenantId}::int AND id = ${cartId}::int FOR UPDATE`

/** Locks the cart of an attempt to pay. */
export const lockCartOfAttemptSql = (tenantId: number, requestKey: string): Sql => Prisma.sql`
  SELECT 1 AS locked FROM store_cart c WHERE c.tenant_id = ${tenantId}::int AND c.id = (SELECT k.cart_id
    FROM store_checkout k WHERE k.tenant_id = ${tenantId}::int AND k.request_key = ${requestKey}) FOR UPDATE`
