import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { BenefitManualUsageInput } from '#contract/commerce/benefit-ledger'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { benefitItemKind } from '../items/items.queries.ts'
import { type BenefitAccount, USED } from '../postings/account.model.ts'
import { findOwners } from '../postings/owners.queries.ts'
import { lockAccounts, saveAccounts } from '../postings/postings.service.ts'
import type { Subject } from '../postings/postings.sql.ts'
import { firstGrantSql, type OpenUse, openUsesSql, transactionByKeySql } from './usage.sql.ts'

/** What uses a benefit, such as a line of an order. */
export interface UseSource {
  kind: string
  id: number
}

/** A usage by another area. */
export interface BenefitUse extends Subject {
  quantity: number
  source: UseSource
  /** The same key again is the same usage. */
  key: string
  description?: string | null
  /** The field of the request that names the quantity. */
  pointer?: string
}

/**
 * Uses a benefit of a contact, or of the business that covers it, as part of a larger change. Grants that end first are
 * used first. Returns the owner.
 *
 * @throws 404 if the contact does not exist; 422 benefit-used-up.
 */
export const useBenefit = async (scope: Scope, tx: Transaction, use: BenefitUse): Promise<number> => {
  const { quantity, source, key, description = null, pointer } = use
  const today = todayOf(scope)
  const owner = await lockOwner(scope, tx, use)
  const accounts = (await lockAccounts(scope, tx, [owner])).expireEnded(today)
  if ((await tx.rows(transactionByKeySql(scope.db.tenantId, key))).length > 0) return owner.contactId
  const account = accounts.get(owner)
  requireUsable(account, quantity, false, pointer)
  account.take(USED, quantity, { effectiveOn: today, description, sourceKind: source.kind, sourceId: source.id, key })
  await saveAccounts(scope, tx, accounts)
  return owner.contactId
}

/**
 * Takes back usages by a source, the first ones first, as part of a larger change. Returns the pieces that it took back.
 *
 * @param wanted the pieces; all that are not taken back yet if absent.
 */
export const reverseUse = async (
  scope: Scope,
  tx: Transaction,
  source: UseSource,
  wanted = Number.MAX_SAFE_INTEGER,
): Promise<number> => {
  const { tenantId } = scope.db
  const found = await tx.rows<OpenUse>(openUsesSql(tenantId, source))
  if (found.length === 0) return 0
  await lockRows(
    scope,
    tx,
    { table: contactKind.table },
    [...new Set(found.map(({ contactId }) => contactId))],
    'share',
  )
  const today = todayOf(scope)
  const accounts = (await lockAccounts(scope, tx, found)).expireEnded(today)
  // Read again after the locks: another transaction can have reversed them.
  const open = await tx.rows<OpenUse>(openUsesSql(tenantId, source))
  let left = wanted
  for (const use of open) {
    const quantity = Math.min(left, -use.quantity)
    if (quantity > 0) accounts.get(use).giveBack(quantity, reversalOf(use), today)
    left -= quantity
  }
  await saveAccounts(scope, tx, accounts)
  return wanted - left
}

/** Returns what the reversal of a transaction states: the usage no longer counts for its day. */
export const reversalOf = ({ id, effectiveOn, membershipId }: OpenUse) => ({
  effectiveOn,
  membershipId,
  reversedId: id,
})

/** What an owner of a benefit has of it. */
export interface RemainingBenefit extends Pick<BenefitAccount, 'usable' | 'remaining'> {
  ownerId: number
}

/** Returns what a contact, or the business that covers it, can use of benefits now, by benefit. */
export const findRemaining = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, RemainingBenefit>> => {
  const owners = await findOwners(scope, tx, [contactId], itemIds)
  return new Map(
    itemIds.map((itemId) => {
      const ownerId = owners.ownerOf({ contactId, itemId })
      return [itemId, { ownerId, ...owners.remainingOf({ contactId: ownerId, itemId }) }]
    }),
  )
}

/**
 * Returns what findRemaining does, and locks what can be used of the benefits until the transaction ends, with the contact and
 * the owners, so that no other transaction uses or reserves it.
 */
export const lockRemaining = async (
  scope: Scope,
  tx: Transaction,
  contactId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, RemainingBenefit>> => {
  const found = await findRemaining(scope, tx, contactId, itemIds)
  const usable = [...found].filter(([, { usable: pieces }]) => pieces > 0)
  if (usable.length === 0) return found
  const subjects = usable.map(([itemId, { ownerId }]) => ({ contactId: ownerId, itemId }))
  const contactIds = [...new Set([contactId, ...subjects.map((subject) => subject.contactId)])]
  await lockRows(scope, tx, contactKind, contactIds, 'share')
  await lockAccounts(scope, tx, subjects)
  return findRemaining(scope, tx, contactId, itemIds)
}

/**
 * Records a usage that staff enters. Returns the owner of the benefit.
 *
 * @throws 404; 422 benefit-rule, benefit-used-up.
 */
export const recordUsage = async (scope: Scope, input: BenefitManualUsageInput): Promise<Subject> => {
  const subject = { contactId: input.ContactId, itemId: input.BenefitItemId }
  await getRecord(scope, benefitItemKind, subject.itemId)
  return scope.db.transaction(async (tx) => {
    const today = todayOf(scope)
    const effectiveOn = input.UsageDate?.slice(0, 10) ?? today
    const owner = await lockOwner(scope, tx, subject)
    const accounts = (await lockAccounts(scope, tx, [owner])).expireEnded(today)
    await requireUsageDay(scope, tx, owner, effectiveOn, today)
    requireUsable(accounts.get(owner), input.UsageQuantity, input.ForceSave ?? false)
    const description = input.Description?.trim() || null
    accounts.get(owner).take(USED, input.UsageQuantity, { effectiveOn, description })
    await saveAccounts(scope, tx, accounts)
    return owner
  })
}

/** Finds the owner of a benefit and locks contact and owner against a merge or deletion. @throws 404. */
const lockOwner = async (scope: Scope, tx: Transaction, subject: Subject): Promise<Subject> => {
  const { contactId, itemId } = subject
  const owners = await findOwners(scope, tx, [contactId], [itemId])
  const ownerId = owners.ownerOf({ contactId, itemId })
  const locked = await lockRows(scope, tx, contactKind, [contactId, ownerId], 'share')
  if (!locked.includes(contactId) || !locked.includes(ownerId)) throw notFound('contact')
  return { contactId: ownerId, itemId }
}

/** @throws 422 benefit-used-up. */
export const requireUsable = (account: BenefitAccount, quantity: number, isForced: boolean, pointer = ''): void => {
  if (isForced || quantity <= account.usable) return
  throw ruleRefused('benefit-used-up', refusalOf(account), pointer ? [{ pointer, message: refusalOf(account) }] : [])
}

/** Says why a quantity cannot be used. */
export const refusalOf = ({ usable, remaining }: Pick<BenefitAccount, 'usable' | 'remaining'>): string => {
  const left = Math.max(0, usable)
  const pieces = left === 1 ? 'Only 1 piece remains' : left > 1 ? `Only ${left} pieces remain` : 'Nothing remains'
  return usable < remaining ? `${pieces} that can be used: a membership is suspended.` : `${pieces}.`
}

const requireUsageDay = async (scope: Scope, tx: Transaction, owner: Subject, day: Day, today: Day): Promise<void> => {
  const refuse = (message: string) => {
    throw ruleRefused('benefit-rule', 'The day of the usage is not possible.', [{ pointer: '/UsageDate', message }])
  }
  if (day > today) refuse('must not be in the future')
  const [first] = await tx.rows<{ day: Day | null }>(firstGrantSql(scope.db.tenantId, owner))
  if (first?.day && day < first.day) refuse(`must not be before ${first.day}, on which the benefit was first granted`)
}
