import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { type InvoiceEffect, invoiceFollowers } from './invoice-followers.queries.ts'
import { applyingFollowersSql } from './invoice-followers.sql.ts'

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
