import { followTerms } from '#areas/commerce/benefit-ledger/grants/grants.service'
import { refreshContactRows } from '#areas/people/contacts/records/contact-rows.service'
import { MEMBERSHIP_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { planRecordValues, saveValues, type ValuePlan } from '#areas/people/custom-fields/values/values.service'
import type { RecordCustomFieldInput } from '#contract/people/contacts'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { planTermGrants } from './benefits/term-grants.model.ts'
import { type DerivedRow, peopleSql, type StoredMembership, saveDerivedSql, storedSql } from './memberships.sql.ts'
import { deriveStatus } from './statuses/statuses.model.ts'

/**
 * Derives status, dates, amount, level, balance and next day of memberships from their terms, invoices and the tenant's
 * current day, and grants their benefits. Then refreshes the rows of their contacts and, if the status changed, of the
 * people that they cover.
 * Writes only what differs. Call it in the transaction of every change of memberships, once for any number of them.
 */
export const refreshMemberships = (scope: Scope, tx: SqlRunner, ids: readonly number[]): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const stored = await listStored(scope, tx, ids)
    const changed = await saveDerived(scope, tx, stored)
    const holders = stored.map(({ contactId }) => contactId)
    await followBenefits(scope, tx, stored)
    await refreshContactRows(scope, tx, await listCoveredPeople(scope, tx, changed), holders)
  })

/** Makes the benefits of memberships agree with their terms. */
export const followBenefits = async (
  scope: Scope,
  tx: SqlRunner,
  stored: readonly StoredMembership[],
): Promise<void> => {
  const today = todayOf(scope)
  const ids = stored.map(({ id }) => id)
  await followTerms(
    scope,
    tx,
    ids,
    stored.flatMap((membership) => planTermGrants(membership, today)),
  )
}

/**
 * Refreshes memberships if only the day changed: it refreshes only the contacts of memberships whose status changed.
 * The caller has locked contacts and memberships and read `stored` after that.
 */
export const refreshForNewDay = async (
  scope: Scope,
  tx: SqlRunner,
  stored: readonly StoredMembership[],
): Promise<void> => {
  const changed = await saveDerived(scope, tx, stored)
  const holders = changed.map(({ contactId }) => contactId)
  await refreshContactRows(scope, tx, await listCoveredPeople(scope, tx, changed), holders)
}

/** Lists memberships with the facts that their status is derived from, by id. */
export const listStored = async ({ db }: Scope, tx: SqlRunner, ids: readonly number[]): Promise<StoredMembership[]> => {
  const found = await tx.rows<{ stored: StoredMembership }>(storedSql(db.tenantId, ids))
  return found.map(({ stored }) => stored)
}

/** Lists the people with a role at any of these organizations. */
export const listPeopleIds = async (
  tx: SqlRunner,
  tenantId: number,
  organizationIds: readonly number[],
): Promise<number[]> => {
  const rows = await tx.rows<{ id: number }>(peopleSql(tenantId, organizationIds))
  return rows.map(({ id }) => id)
}

/** Returns the memberships whose status changed. */
const saveDerived = async (
  { db, tenant, clock }: Scope,
  tx: SqlRunner,
  all: readonly StoredMembership[],
): Promise<StoredMembership[]> => {
  const today = todayOf({ tenant, clock })
  const derived = all.map((stored) => ({ stored, row: derivedRow(stored, today) }))
  const rows = derived.map(({ row }) => row)
  await tx.rows(saveDerivedSql(db.tenantId, rows))
  return derived.filter(({ stored, row }) => stored.status !== row.status).map(({ stored }) => stored)
}

const listCoveredPeople = ({ db }: Scope, tx: SqlRunner, memberships: readonly StoredMembership[]) => {
  const organizationIds = memberships.filter(({ coversPeople }) => coversPeople).map(({ contactId }) => contactId)
  return organizationIds.length > 0 ? listPeopleIds(tx, db.tenantId, organizationIds) : []
}

const derivedRow = (stored: StoredMembership, today: Day): DerivedRow => {
  const shown = currentTerm(stored.terms, today)
  return {
    id: stored.id,
    ...deriveStatus(stored, today),
    amount: shown?.amount ?? '0.00',
    levelId: shown?.levelId ?? stored.levelId,
    balance: stored.balance,
  }
}

/** Returns the term whose price and level a membership shows. Extensions have no price of their own. */
const currentTerm = (terms: StoredMembership['terms'], today: Day): StoredMembership['terms'][number] | undefined => {
  const priced = terms.filter(({ kind }) => kind !== 'extension')
  const activated = priced.filter(({ isActivated }) => isActivated)
  const shown = activated.length > 0 ? activated : priced
  return shown.filter(({ startsOn }) => startsOn <= today).at(-1) ?? shown[0]
}

/** The membership that the values belong to; id 0 for a new one. */
interface ValueOwner {
  id: number
  typeId: number
  levelId: number | null
}

/**
 * Parses and checks the custom fields of a membership. Writes nothing.
 *
 * @throws 400 or 422 unknown-reference naming each fault, 422 required-field.
 */
export const parseMembershipValues = (
  scope: Scope,
  tx: Transaction,
  { id, typeId, levelId }: ValueOwner,
  items: readonly RecordCustomFieldInput[] | undefined,
): Promise<ValuePlan> => {
  const owner = { objectTypes: MEMBERSHIP_OBJECT_TYPES, objectId: id, membership: { typeId, levelId } }
  return planRecordValues(scope, tx, owner, items)
}

export const saveMembershipValues = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  plan: ValuePlan,
): Promise<void> => {
  await saveValues(tx, db.tenantId, [{ objectId: id, plan }])
}
