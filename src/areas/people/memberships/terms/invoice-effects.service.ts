import { fromCents } from '#kernel/money/cents'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Day } from '#kernel/time/calendar'
import { type ChangeContext, changeMembershipIn } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { listInvoicedParts } from './invoiced-parts.queries.ts'
import { activatePaid } from './terms.service.ts'

/** A change of an invoice that the books made. */
export interface InvoiceEffect {
  invoiceId: number
  /** What a payment or credit takes off it; 0 for other changes. */
  paidCents: number
  /** Whether that left nothing open. */
  isSettled: boolean
  on: Day
}

/**
 * Updates the memberships whose terms or level changes the invoices cover, as part of the change of the books: a payment
 * or credit that settles an invoice activates what it covers, and balances follow. The caller has locked the contact that is
 * billed. A member for whom it is billed can be outside the chapters of the caller: its membership follows all the same.
 *
 * @returns the contacts of these memberships, whose rows are then up to date.
 */
export const followInvoices = async (
  scope: Scope,
  tx: Transaction,
  effects: readonly InvoiceEffect[],
): Promise<ReadonlySet<number>> =>
  effects.length === 0 ? new Set() : runForWholeTenant(scope, tx, () => followAll(scope, tx, effects))

const followAll = async (
  scope: Scope,
  tx: Transaction,
  effects: readonly InvoiceEffect[],
): Promise<ReadonlySet<number>> => {
  const parts = await listInvoicedParts(
    scope,
    tx,
    effects.map(({ invoiceId }) => invoiceId),
  )
  if (parts.length === 0) return new Set()
  const { tenantId } = scope.db
  const ids = parts.map(({ membershipId }) => membershipId)
  // The memberships of a deleted contact do not exist until it is restored.
  const where = { tenantId, id: { in: ids }, contact: { deletedAt: null } }
  const select = { id: true, contactId: true }
  const memberships = await tx.membership.findMany({ where, select, orderBy: { id: 'asc' } })
  for (const { id } of memberships) {
    const covered = new Set(parts.filter(({ membershipId }) => membershipId === id).map(({ invoiceId }) => invoiceId))
    const own = effects.filter(({ invoiceId }) => covered.has(invoiceId))
    await changeMembershipIn(scope, tx, id, versionOf(null), (context) => follow(context, own))
  }
  return new Set(memberships.map(({ contactId }) => contactId))
}

const follow = async (context: ChangeContext, effects: readonly InvoiceEffect[]): Promise<void> => {
  for (const { invoiceId, paidCents, isSettled, on } of effects) {
    if (paidCents <= 0) continue
    context.addEvent(membershipEvents.paid, { invoiceId, amount: fromCents(paidCents), isSettled })
    await activatePaid(context, { invoiceId, isSettled, paidOn: on })
  }
}
