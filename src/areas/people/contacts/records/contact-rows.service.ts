import type { SqlRunner } from '#kernel/database/sql-runner'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { todayOf } from '#kernel/time/day'
import type { Tenant } from '#prisma/client'
import { findCountries } from '../contacts.queries.ts'
import { markModifiedSql, writeBalancesSql, writeDerivedSql } from './contact-rows.sql.ts'
import type { DerivationFacts } from './derivation.model.ts'
import { lockContacts, readRecords } from './records.queries.ts'
import { namedBySql } from './records.sql.ts'

/** Rows refreshed by one statement. */
const CHUNK = 500

/**
 * Derives the rows of contacts from their records again: names, keys, search, primary email, phone and address, counts,
 * balance and status. If a displayed name changed, also the rows of others that show it. Writes only what differs, and
 * does not change AuditId. Call it in the transaction of every change of a record that belongs to a contact.
 *
 * The change feed contains a contact if its row is written. List in `changed` the other contacts whose documents show
 * the change, although their rows may not: they are refreshed too, and enter the feed in any case.
 *
 * A few statements for each 500 contacts. Not limited to the caller's chapters: the result does not depend on the caller.
 */
export const refreshContactRows = (
  scope: Scope,
  tx: SqlRunner,
  ids: readonly number[],
  changed: readonly number[] = [],
): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const renamed = await refreshOnce(scope, tx, [...ids, ...changed], changed)
    if (renamed.length === 0) return
    // The names of the rows that show these names do not depend on them, so that one more step is enough.
    const shown = await tx.rows<{ id: number }>(namedBySql(scope.db.tenantId, renamed))
    await refreshOnce(
      scope,
      tx,
      shown.map(({ id }) => id),
    )
  })

/** Returns the contacts whose displayed name changed. */
const refreshOnce = async (
  scope: Scope,
  tx: SqlRunner,
  ids: readonly number[],
  changed: readonly number[] = [],
): Promise<number[]> => {
  const distinct = [...new Set(ids)].sort((a, b) => a - b)
  const facts = await getDerivationFacts(scope, tx)
  const renamed: number[] = []
  for (let from = 0; from < distinct.length; from += CHUNK) {
    const chunk = distinct.slice(from, from + CHUNK)
    const [, found] = await Promise.all([lockContacts(tx, scope, chunk), readRecords(tx, scope, chunk)])
    const written = await tx.rows<{ id: number; isRenamed: boolean }>(writeDerivedSql(found, facts, changed))
    renamed.push(...written.filter((row) => row.isRenamed).map(({ id }) => id))
  }
  return renamed
}

/**
 * Brings the balances of contacts up to date, for changes of documents of the books, on which nothing else in the rows
 * depends. The caller has locked the contacts.
 */
export const refreshBalances = (scope: Scope, tx: SqlRunner, ids: readonly number[]): Promise<unknown> =>
  runForWholeTenant(scope, tx, () => tx.rows(writeBalancesSql(scope.db.tenantId, ids)))

/**
 * Brings contacts into the change feed again, for changes that their documents show but their rows do not contain.
 * Leaves deleted contacts unchanged. Call it in the transaction of the change, after the contacts were locked: a change
 * that locks them last can block another one.
 */
export const markContactsModified = async (
  scope: Pick<Scope, 'db' | 'chapters'>,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  await runForWholeTenant(scope, tx, async () => {
    await lockContacts(tx, scope, ids)
    await tx.rows(markModifiedSql(scope.db.tenantId, ids))
  })
}

/** Returns what derivations need to know of the tenant and the day. */
export const getDerivationFacts = async (scope: Scope, runner: SqlRunner): Promise<DerivationFacts> => ({
  tenantId: scope.db.tenantId,
  countries: await findCountries(runner),
  today: todayOf(scope),
  defaultStatusId: scope.tenant.defaultContactStatusId,
})

/** The name of the job. Queued jobs have it, so it never changes. */
export const CONTACTS_CHANGED = 'contacts_changed'

/** Contacts of one job. */
const BATCH = 1000

/**
 * Requests that contacts enter the change feed after the commit: for a deletion that changes any number of contacts,
 * such as that of a tag. It does not make the request that deletes wait for them.
 */
export const enqueueContactsChanged = (
  { db: { tenantId } }: { db: Pick<Scope['db'], 'tenantId'> },
  tx: Transaction,
  contactIds: readonly number[],
): Promise<void> => {
  const count = Math.ceil(contactIds.length / BATCH)
  const batches = Array.from({ length: count }, (_, at) => contactIds.slice(at * BATCH, (at + 1) * BATCH))
  return enqueueJobs(
    tx,
    batches.map((ids) => ({ name: CONTACTS_CHANGED, payload: { tenantId, contactIds: ids } })),
  )
}

/** The name of the job. Queued jobs have it, so it never changes. */
export const DEFAULT_STATUS_CHANGED = 'default_contact_status_changed'

/** Longer than any transaction (see tenant-db) and any batch of a job. */
const IN_FLIGHT_MS = 600_000

type Settings = Pick<Tenant, 'organizationContactId' | 'defaultContactStatusId'>

/**
 * Applies a change of the tenant's settings to the contacts that show them, in its transaction. The organization of the
 * tenant enters the change feed, because the list of contacts shows which it is. The default status is derived again by a job.
 */
export const followTenantSettings = async (
  scope: Scope,
  tx: Transaction,
  before: Settings,
  after: Settings,
): Promise<void> => {
  if (before.organizationContactId !== after.organizationContactId) {
    const organizations = [before.organizationContactId, after.organizationContactId]
    await markContactsModified(
      scope,
      tx,
      organizations.flatMap((id) => id ?? []),
    )
  }
  if (before.defaultContactStatusId !== after.defaultContactStatusId) await enqueueDefaultStatus(scope, tx)
}

// A change that began before can save contacts with the old default status; the second job finds those.
const enqueueDefaultStatus = async ({ db: { tenantId }, clock }: Scope, tx: Transaction): Promise<void> => {
  const job = { name: DEFAULT_STATUS_CHANGED, payload: { tenantId } }
  const later = new Date(clock.now().getTime() + IN_FLIGHT_MS)
  await enqueueJobs(tx, [
    { ...job, key: 'default-contact-status' },
    { ...job, key: 'default-contact-status-later', runAt: later },
  ])
}
