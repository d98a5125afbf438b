import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { type InvoiceClaim, voidClaims, writeOffClaims } from './invoice-owners.queries.ts'

/**
 * Rejects the void of an invoice that a record of another area needs: that area voids it together with the record.
 *
 * @throws 409 membership-invoice, order-invoice, event-order-invoice, sponsor-invoice.
 */
export const requireNoOwner = (scope: Scope, tx: Transaction, invoiceId: number): Promise<void> =>
  requireNoClaim(scope, tx, invoiceId, voidClaims())

/**
 * Rejects the write-off of an invoice whose payment a record of another area waits for.
 *
 * @throws 409 membership-invoice.
 */
export const requireNotAwaited = (scope: Scope, tx: Transaction, invoiceId: number): Promise<void> =>
  requireNoClaim(scope, tx, invoiceId, writeOffClaims())

const requireNoClaim = (
  scope: Scope,
  tx: Transaction,
  invoiceId: number,
  claims: readonly InvoiceClaim[],
): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    for (const { findRejection } of claims) {
      const rejection = await findRejection(scope, tx, invoiceId)
      if (rejection) throw rejection
    }
  })
