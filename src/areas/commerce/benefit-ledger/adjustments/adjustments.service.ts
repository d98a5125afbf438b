import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { BenefitContactAdjustmentInput } from '#contract/commerce/benefit-ledger'
import { badInputs, notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { todayOf } from '#kernel/time/day'
import { ADJUSTED_DOWN } from '../postings/account.model.ts'
import { type BenefitGiver, findOwners, type Owners } from '../postings/owners.queries.ts'
import { lockAccounts, saveAccounts } from '../postings/postings.service.ts'
import { requireUsable } from '../usage/usage.service.ts'
import { type Addition, findAdditionLots, lockCurrentGrants } from './adjustment-lots.service.ts'

/** An adjustment of one account. */
interface Adjustment extends Addition {
  pointer: string
  /** Above 0: added, below 0: taken. */
  quantity: number
}

/**
 * Adjusts the benefits of a contact: all rows or none.
 *
 * @throws 400 for a repeated benefit; 404; 422 unknown-reference, benefit-rule, benefit-used-up.
 */
export const saveAdjustment = (scope: Scope, input: BenefitContactAdjustmentInput): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { ContactId: contactId, ForceSave: isForced = false } = input
    const [contact] = await lockRows(scope, tx, contactKind, [contactId], 'share')
    if (contact === undefined) throw notFound('contact')
    const rows = parseRows(input)
    const description = parseDescription(input.AdjustmentDescription)
    await requireItems(scope, tx, rows)
    const itemIds = rows.map(({ itemId }) => itemId)
    const owners = await findOwners(scope, tx, [contactId], itemIds)
    const membership = chooseMembership(owners.membershipsOf(contactId), input.MembershipId ?? 0)
    const plan = rows.map((row) => planRow(owners, contactId, membership, row))
    await lockOwners(scope, tx, plan)
    const grants = await lockCurrentGrants(scope, tx, membership ? [membership.membershipId] : [])
    const today = todayOf(scope)
    const accounts = (await lockAccounts(scope, tx, plan)).expireEnded(today)
    const additions = plan.filter(({ quantity }) => quantity > 0)
    const lots = await findAdditionLots(scope, tx, accounts, grants, additions, today)
    for (const one of plan) {
      const account = accounts.get(one)
      const details = { effectiveOn: today, description, membershipId: one.membershipId }
      const lot = lots[additions.indexOf(one)]
      if (lot) account.adjustUp(lot, one.quantity, details)
      else {
        requireUsable(account, -one.quantity, isForced, one.pointer)
        account.take(ADJUSTED_DOWN, -one.quantity, details)
      }
    }
    await saveAccounts(scope, tx, accounts)
  })

/** Requires the reason of an adjustment. @throws 422 benefit-rule. */
export const parseDescription = (sent: string | null | undefined): string => {
  const description = sent?.trim()
  if (description) return description
  throw ruleRefused('benefit-rule', 'An adjustment needs a reason.', [
    { pointer: '/AdjustmentDescription', message: 'is required and must not be blank' },
  ])
}

const parseRows = ({ BenefitItems }: BenefitContactAdjustmentInput) => {
  const sent = BenefitItems.map(({ BenefitItemId, AdjustmentQuantity }, at) => ({
    pointer: `/BenefitItems/${at}`,
    itemId: BenefitItemId,
    quantity: AdjustmentQuantity,
  }))
  const repeated = sent.filter(({ itemId }, at) => sent.findIndex((row) => row.itemId === itemId) < at)
  if (repeated.length > 0)
    throw badInputs(
      repeated.map(({ pointer }) => ({ pointer: `${pointer}/BenefitItemId`, message: 'must not repeat a benefit' })),
    )
  const rows = sent.filter(({ quantity }) => quantity !== 0)
  if (rows.length > 0) return rows
  throw ruleRefused('benefit-rule', 'The adjustment changes nothing.', [
    { pointer: '/BenefitItems', message: 'must contain an AdjustmentQuantity that is not 0' },
  ])
}

const requireItems = async (
  { db }: Scope,
  tx: Transaction,
  rows: readonly { pointer: string; itemId: number }[],
): Promise<void> => {
  const ids = rows.map(({ itemId }) => itemId)
  const found = await tx.benefitItem.findMany({
    where: { tenantId: db.tenantId, id: { in: ids } },
    select: { id: true },
  })
  const missing = rows.find(({ itemId }) => !found.some(({ id }) => id === itemId))
  if (missing) throw unknownReference(`${missing.pointer}/BenefitItemId`, 'benefit')
}

const chooseMembership = (active: readonly BenefitGiver[], wanted: number): BenefitGiver | null => {
  if (wanted === 0 && active.length > 1)
    throw ruleRefused('benefit-rule', 'The contact has several active memberships.', [
      { pointer: '/MembershipId', message: 'must be one of the active memberships' },
    ])
  const chosen = wanted === 0 ? active[0] : active.find(({ membershipId }) => membershipId === wanted)
  if (wanted !== 0 && !chosen) throw unknownReference('/MembershipId', 'active membership of the contact')
  return chosen ?? null
}

/** A benefit that nobody has belongs to the owner of the membership. */
const planRow = (
  owners: Owners,
  contactId: number,
  membership: BenefitGiver | null,
  { pointer, itemId, quantity }: { pointer: string; itemId: number; quantity: number },
): Adjustment => {
  const subject = { contactId, itemId }
  const owner = owners.isNew(subject) ? (membership?.ownerId ?? contactId) : owners.ownerOf(subject)
  const membershipId = membership?.ownerId === owner ? membership.membershipId : null
  return { pointer, contactId: owner, itemId, quantity, membershipId }
}

const lockOwners = async (scope: Scope, tx: Transaction, plan: readonly Adjustment[]): Promise<void> => {
  const ids = [...new Set(plan.map(({ contactId }) => contactId))]
  const locked = await lockRows(scope, tx, contactKind, ids, 'share')
  if (locked.length < ids.length) throw notFound('contact')
}
