import type { Task } from '#kernel/jobs/task'
import type { DaySpan, NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { markContactsModified, refreshContactRows } from './contact-rows.service.ts'
import { otherDefaultsSql } from './contact-rows.sql.ts'
import { roleTurnsSql } from './records.sql.ts'

/** Puts contacts into the change feed again. */
export const markContactsChanged: Task = async (context, payload) => {
  const { tenantId, contactIds } = payload as { tenantId: number; contactIds: number[] }
  const scope = await systemScope(context, tenantId)
  await scope.db.transaction((tx) => markContactsModified(scope, tx, contactIds))
}

/** Contacts refreshed in one transaction. */
const BATCH = 500

/**
 * Derives the status again of the contacts that have another default status than the tenant. Those that it has already
 * corrected no longer match, so that it continues after a kill.
 */
export const applyDefaultStatus: Task = async (context, payload) => {
  const { tenantId } = payload as { tenantId: number }
  const scope = await systemScope(context, tenantId)
  let last = 0
  for (;;) {
    const ids = await scope.db.transaction((tx) => refreshOtherDefaults(scope, tx, last))
    if (ids.length < BATCH) return
    last = ids.at(-1) ?? last
  }
}

const refreshOtherDefaults = async (scope: Scope, tx: Transaction, after: number): Promise<readonly number[]> => {
  const { id: tenantId, defaultContactStatusId } = scope.tenant
  const found = await tx.rows<{ id: number }>(otherDefaultsSql(tenantId, defaultContactStatusId, after, BATCH))
  const ids = found.map(({ id }) => id)
  await refreshContactRows(scope, tx, ids)
  return ids
}

/** Refreshes, in batches, the contacts with roles that began or ended in the span. Writes only what differs. */
const followRoles = async (scope: Scope, span: DaySpan): Promise<void> => {
  let last = 0
  for (;;) {
    const ids = await scope.db.transaction((tx) => refreshRoleTurns(scope, tx, span, last))
    if (ids.length < BATCH) return
    last = ids.at(-1) ?? last
  }
}

const refreshRoleTurns = async (
  scope: Scope,
  tx: Transaction,
  span: DaySpan,
  after: number,
): Promise<readonly number[]> => {
  const ids = (await tx.rows<{ id: number }>(roleTurnsSql(scope.db.tenantId, span, after, BATCH))).map(({ id }) => id)
  await refreshContactRows(scope, tx, ids)
  return ids
}

/**
 * Refreshes contacts whose roles begin or end. An individual's primary organization is that of the first current role,
 * and roles begin and end without a save, so that the rows have to follow the tenant's days.
 */
export const roleDays: NewDayWork = { name: 'contact-roles', run: followRoles }
