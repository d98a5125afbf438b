import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Day } from '#kernel/time/calendar'
import type { Lot } from '../postings/account.model.ts'
import { type Accounts, addLots, type NewLot } from '../postings/postings.service.ts'
import type { Subject } from '../postings/postings.sql.ts'
import { adjustmentGrantsSql, currentGrantsSql } from './adjustments.sql.ts'

/** Pieces that staff adds to an account. */
export interface Addition extends Subject {
  /** The membership that they belong to; null: none. */
  membershipId: number | null
}

export interface CurrentGrant {
  membershipId: number
  grantId: string
  contactId: number
  startsOn: Day
  endsOn: Day | null
  isPaused: boolean
}

/** Locks the current grants of memberships. Lock contacts before, and accounts afterwards. */
export const lockCurrentGrants = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  membershipIds: readonly number[],
): Promise<Map<number, CurrentGrant>> => {
  if (membershipIds.length === 0) return new Map()
  const rows = await tx.rows<CurrentGrant>(currentGrantsSql(db.tenantId, [...new Set(membershipIds)]))
  return new Map(rows.reverse().map((grant) => [grant.membershipId, grant]))
}

/**
 * Finds or creates the lots that pieces of staff are added to: that of the current grant of the membership, which the
 * pieces expire with; otherwise one without an end.
 */
export const findAdditionLots = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  accounts: Accounts,
  grants: ReadonlyMap<number, CurrentGrant>,
  additions: readonly Addition[],
  today: Day,
): Promise<Lot[]> => {
  const withoutGrant = additions.filter((one) => !grantOf(grants, one))
  const endless = await findEndlessGrants(scope, tx, accounts, withoutGrant, today)
  const wanted = additions.map((one): NewLot => {
    const { contactId, itemId } = one
    const grant = grantOf(grants, one)
    if (grant) return { ...grant, contactId, itemId }
    const { grantId, startsOn } = endless.get(accounts.get(one).balance.id) ?? { grantId: '', startsOn: today }
    return { grantId, startsOn, contactId, itemId, membershipId: null, endsOn: null, isPaused: false }
  })
  const missing = new Map<string, NewLot>()
  for (const lot of wanted) if (!openLotOf(accounts, lot)) missing.set(`${lot.grantId}:${lot.itemId}`, lot)
  await addLots(scope, tx, accounts, [...missing.values()])
  return wanted.map((lot) => {
    const found = openLotOf(accounts, lot)
    if (!found) throw new Error('The lot of an adjustment was not created')
    return found
  })
}

const grantOf = (grants: ReadonlyMap<number, CurrentGrant>, { membershipId, contactId }: Addition) => {
  const grant = membershipId === null ? undefined : grants.get(membershipId)
  return grant?.contactId === contactId ? grant : undefined
}

const openLotOf = (accounts: Accounts, { grantId, ...subject }: NewLot): Lot | undefined =>
  accounts.get(subject).lots.find((lot) => lot.grantId === grantId && !lot.isClosed)

const findEndlessGrants = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  accounts: Accounts,
  additions: readonly Addition[],
  today: Day,
): Promise<Map<number, { grantId: string; startsOn: Day }>> => {
  if (additions.length === 0) return new Map()
  const balances = new Map(additions.map((one) => [accounts.get(one).balance.id, accounts.get(one).balance]))
  const wanted = [...balances.values()].map(({ id, contactId }) => ({ id, contactId }))
  const rows = await tx.rows<{ grantId: string; balanceId: number; startsOn: Day }>(
    adjustmentGrantsSql(db.tenantId, today, wanted),
  )
  return new Map(rows.map((row) => [row.balanceId, row]))
}
