import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import {
  type InvoiceClaim,
  type InvoiceEffect,
  invoiceFollowers,
  voidClaims,
  writeOffClaims,
} from './dependents.queries.ts'
import { applyingFollowersSql } from './dependents.sql.ts'

/**
 * Updates the records of other areas that depend on invoices, as part of the change of the books. One statement finds the areas
 * that have such records. The caller has locked the contact that is billed. The records can be outside the chapters of the
 * caller: they follow all the same.
 *
 * @returns the contacts whose rows are then up to date.
 */
export const followInvoices = async (
  scope: Scope,
  tx: Transaction,
  effects: readonly InvoiceEffect[],
): Promise<ReadonlySet<number>> =>
  effects.length === 0 || invoiceFollowers.entries().length === 0
    ? new Set()
    : runForWholeTenant(scope, tx, () => followAll(scope, tx, effects))

const followAll = async (
  scope: Scope,
  tx: Transaction,
  effects: readonly InvoiceEffect[],
): Promise<ReadonlySet<number>> => {
  const values = { tenantId: scope.db.tenantId, invoiceIds: effects.map(({ invoiceId }) => invoiceId) }
  const [found] = await tx.rows<{ applies: boolean[] }>(applyingFollowersSql(values))
  const applying = invoiceFollowers.entries().filter((_, at) => found?.applies[at])
  const refreshed = new Set<number>()
  for (const { follow } of applying) for (const contactId of await follow(scope, tx, effects)) refreshed.add(contactId)
  return refreshed
}

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
