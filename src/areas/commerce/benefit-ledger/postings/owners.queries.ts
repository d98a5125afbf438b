import type { SqlRunner } from '#kernel/database/sql-runner'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import { type Remaining, remainingSql, type Subject } from './postings.sql.ts'

/** A membership that gives benefits to a contact. */
export interface BenefitGiver {
  contactId: number
  membershipId: number
  /** The contact itself, or the business that covers it. */
  ownerId: number
}

/** Lists the memberships that give benefits to contacts today, by contact, with those of businesses that cover them. */
type ListBenefitGivers = (
  scope: Pick<Scope, 'db'>,
  runner: SqlRunner,
  contactIds: readonly number[],
) => Promise<BenefitGiver[]>

export const benefitGivers = register<ListBenefitGivers>('memberships that give benefits')

const listBenefitGivers: ListBenefitGivers = async (scope, runner, contactIds) => {
  const givers: BenefitGiver[] = []
  for (const list of benefitGivers.entries()) givers.push(...(await list(scope, runner, contactIds)))
  return givers
}

/** Who owns the benefits of contacts. */
export interface Owners {
  /** Returns the memberships that give benefits to a contact, with those of businesses that cover it. */
  membershipsOf(contactId: number): BenefitGiver[]
  /** Contacts whose accounts can be used for a contact: itself and the businesses. */
  candidatesOf(contactId: number): number[]
  /** Returns the owner: the covering business that has the benefit and most of it left, otherwise the contact. */
  ownerOf(subject: Subject): number
  /** Returns what a contact itself has; zeros if it never had the benefit. */
  remainingOf(subject: Subject): Pick<Remaining, 'remaining' | 'usable'>
  /** Returns whether neither the contact nor a business that covers it ever had the benefit. */
  isNew(subject: Subject): boolean
}

/** Finds the owners of benefits of contacts. */
export const findOwners = async (
  scope: Pick<Scope, 'db'>,
  runner: SqlRunner,
  contactIds: readonly number[],
  itemIds: readonly number[],
): Promise<Owners> => {
  const memberships = await listBenefitGivers(scope, runner, contactIds)
  const byContact = new Map<number, BenefitGiver[]>()
  for (const one of memberships) byContact.set(one.contactId, [...(byContact.get(one.contactId) ?? []), one])
  const membershipsOf = (contactId: number) => byContact.get(contactId) ?? []
  const candidatesOf = (contactId: number) => [
    ...new Set([...membershipsOf(contactId).map(({ ownerId }) => ownerId), contactId]),
  ]
  const candidates = new Set(contactIds.flatMap(candidatesOf))
  const subjects = itemIds.flatMap((itemId) => [...candidates].map((contactId) => ({ contactId, itemId })))
  const rows = await runner.rows<Remaining>(remainingSql(scope.db.tenantId, subjects))
  const remaining = new Map(rows.map((row) => [`${row.contactId}:${row.itemId}`, row]))
  const find = (contactId: number, itemId: number) => remaining.get(`${contactId}:${itemId}`)
  return {
    membershipsOf,
    candidatesOf,
    isNew: ({ contactId, itemId }) => candidatesOf(contactId).every((id) => find(id, itemId) === undefined),
    remainingOf: ({ contactId, itemId }) => find(contactId, itemId) ?? { remaining: 0, usable: 0 },
    ownerOf: ({ contactId, itemId }) => {
      const businesses = candidatesOf(contactId).filter((id) => id !== contactId && find(id, itemId) !== undefined)
      return businesses.reduce<number>(
        (best, id) =>
          best === contactId || (find(id, itemId)?.remaining ?? 0) > (find(best, itemId)?.remaining ?? 0) ? id : best,
        contactId,
      )
    },
  }
}
