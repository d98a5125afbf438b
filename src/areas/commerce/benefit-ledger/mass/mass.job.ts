import { contactKind } from '#areas/people/contacts/contacts.queries'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import { type Addition, findAdditionLots, lockCurrentGrants } from '../adjustments/adjustment-lots.service.ts'
import { ADJUSTED_UP, type Lot } from '../postings/account.model.ts'
import { findOwners, type Owners } from '../postings/owners.queries.ts'
import { type Accounts, lockAccounts, saveAccounts } from '../postings/postings.service.ts'
import { refusalOf } from '../usage/usage.service.ts'
import {
  addCountsSql,
  addResultsSql,
  completeSql,
  lockBatchSql,
  type MassBatch,
  type MassResult,
  type OperationKey,
} from './mass.sql.ts'

/** Contacts in one transaction: few enough that a request waits well below a second for one of them. */
const BATCH = 500

/** A contact of a batch, with the account that the operation changes. */
interface Target extends Addition {
  selectedId: number
}

/**
 * Performs a mass operation, or continues one that was killed. Each batch commits with its results and its position, so
 * that nothing is written twice. An error leaves the operation running: the job is retried.
 */
export const performMassOperation: Task = async (context, payload) => {
  const { tenantId, operationId } = payload as { tenantId: number; operationId: string }
  const scope = await systemScope(context, tenantId)
  const key = { tenantId, id: operationId }
  while (await scope.db.transaction((tx) => performBatch(scope, tx, key)));
}

/** Returns false after the last batch. */
const performBatch = async (scope: Scope, tx: Transaction, key: OperationKey): Promise<boolean> => {
  const [batch] = await tx.rows<MassBatch>(lockBatchSql(key, BATCH))
  if (!batch) return false
  if (batch.contactIds.length === 0) {
    await tx.rows(completeSql(key, scope.clock.now()))
    return false
  }
  const results = await performOn(scope, tx, key, batch)
  const failed = results.filter(({ problem }) => problem !== null).length
  await tx.rows(addResultsSql(key, results))
  await tx.rows(addCountsSql(key, results.length - failed, failed))
  return true
}

const performOn = async (scope: Scope, tx: Transaction, key: OperationKey, batch: MassBatch): Promise<MassResult[]> => {
  const { contactIds, itemId } = batch
  const owners = await findOwners(scope, tx, contactIds, [itemId])
  const targets = contactIds.map((selectedId) => targetOf(owners, selectedId, itemId))
  const involved = [...new Set([...contactIds, ...targets.map(({ contactId }) => contactId)])]
  const existing = new Set(await lockRows(scope, tx, contactKind, involved, 'share'))
  const found = targets.filter(({ selectedId, contactId }) => existing.has(selectedId) && existing.has(contactId))
  const memberships = batch.typeId === ADJUSTED_UP ? found.flatMap(({ membershipId }) => membershipId ?? []) : []
  const grants = await lockCurrentGrants(scope, tx, memberships)
  const today = todayOf(scope)
  const accounts = (await lockAccounts(scope, tx, found)).expireEnded(today)
  const additions = batch.typeId === ADJUSTED_UP ? found : []
  const lots = await findAdditionLots(scope, tx, accounts, grants, additions, today)
  const lotOf = new Map(additions.map((target, at) => [target, lots[at]]))
  const results = targets.map((target) =>
    found.includes(target)
      ? performOne(accounts, key, batch, target, lotOf.get(target), today)
      : { contactId: target.selectedId, remaining: null, problem: 'The contact does not exist.' },
  )
  await saveAccounts(scope, tx, accounts, batch.actor)
  return results
}

/** Pieces that are added belong to the only active membership. */
const targetOf = (owners: Owners, selectedId: number, itemId: number): Target => {
  const subject = { contactId: selectedId, itemId }
  const memberships = owners.membershipsOf(selectedId)
  const only = memberships.length === 1 ? memberships[0] : undefined
  const contactId = owners.isNew(subject) ? (only?.ownerId ?? selectedId) : owners.ownerOf(subject)
  const membershipId = only?.ownerId === contactId ? only.membershipId : null
  return { selectedId, contactId, itemId, membershipId }
}

const performOne = (
  accounts: Accounts,
  key: OperationKey,
  { typeId, quantity, description, isForced }: MassBatch,
  target: Target,
  lot: Lot | undefined,
  today: Day,
): MassResult => {
  const account = accounts.get(target)
  const details = { effectiveOn: today, description, key: `mass:${key.id}:${target.selectedId}` }
  if (typeId !== ADJUSTED_UP && !isForced && -quantity > account.usable)
    return { contactId: target.selectedId, remaining: null, problem: refusalOf(account) }
  if (typeId !== ADJUSTED_UP) account.take(typeId, -quantity, details)
  else if (lot) account.adjustUp(lot, quantity, { ...details, membershipId: target.membershipId })
  return { contactId: target.selectedId, remaining: account.remaining, problem: null }
}
