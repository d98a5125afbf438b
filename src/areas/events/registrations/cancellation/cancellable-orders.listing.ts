import { canMoveMoney } from '#areas/finance/payment-processor/processor-grants.service'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Tests whether the charge of the order `o` has one of these states. */
const hasCharge = (states: string): Sql => Prisma.sql`EXISTS (SELECT FROM processor_charge q
  WHERE q.tenant_id = o.tenant_id AND q.id = o.charge_id AND q.status IN (${Prisma.raw(states)}))`

const HAS_UNKNOWN_CHARGE = hasCharge(`'requested', 'pending'`)
const HAS_LIVE_CHARGE = hasCharge(`'requested', 'pending', 'authorized', 'succeeded'`)

/** An invoice that was written off, or that a deleted contact owes, cannot be credited. */
const IS_BLOCKED = Prisma.sql`EXISTS (SELECT FROM invoice f JOIN contact k ON k.tenant_id = f.tenant_id AND k.id = f.contact_id
  WHERE f.tenant_id = o.tenant_id AND f.id = o.invoice_id AND f.voided_at IS NULL AND (k.deleted_at IS NOT NULL
    OR EXISTS (SELECT FROM write_off w WHERE w.tenant_id = f.tenant_id AND w.invoice_id = f.id AND w.voided_at IS NULL)))`

/** Tests whether the caller can cancel parts of the order `o` that have a price. */
export const isReturnableSql = (scope: Scope): Sql => Prisma.sql`(o.payment_token IS NULL
  AND (o.charge_id IS NULL OR NOT ${canMoveMoney(scope) ? HAS_UNKNOWN_CHARGE : HAS_LIVE_CHARGE})
  AND (o.invoice_id IS NULL OR NOT ${IS_BLOCKED}))`
