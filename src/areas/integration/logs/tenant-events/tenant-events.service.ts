import { notFound, ruleRefused } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { parseChangeId } from '../history/history.model.ts'
import { isStorable } from './tenant-events.queries.ts'
import { eventDetailsSql, hideEventsSql, settleSql } from './tenant-events.sql.ts'

/** Hides an event from all lists. @throws 404, 422 `history-stays`. */
export const hideEvent = async (scope: Scope, rowId: string): Promise<void> => {
  const { db, clock } = scope
  if (!isStorable(rowId)) throw notFound('log row')
  if (parseChangeId(rowId) !== undefined)
    throw ruleRefused('history-stays', 'The history of a record cannot be hidden.')
  await db.transaction(async (tx) => {
    const hidden = await tx.rows<{ id: string }>(hideEventsSql(db.tenantId, [rowId], clock.now()))
    if (hidden.length > 0) return recordHidden(scope, tx, hidden)
    const [event] = await tx.rows(eventDetailsSql(db.tenantId, rowId))
    if (!event) throw notFound('log row')
  })
}

/** Hides events from all lists, in one statement. Skips ids that no visible event has. */
export const hideEvents = async (scope: Scope, rowIds: readonly string[]): Promise<void> => {
  const { db, clock, idempotency: key } = scope
  await db.transaction(async (tx) => {
    const hidden = await tx.rows<{ id: string }>(hideEventsSql(db.tenantId, rowIds.filter(isStorable), clock.now()))
    if (hidden.length > 0) await recordHidden(scope, tx, hidden)
    else if (key) await tx.rows(settleSql(db.tenantId, key))
  })
}

/** The log as a record of the history: an event itself has a wider id, and no versions. */
const LOG = { entity: 'tenantlog' }

/** Writes into the history who hid events: an event that is hidden must not be lost without a trace. */
const recordHidden = (scope: Scope, tx: Transaction, hidden: readonly { id: string }[]): Promise<void> => {
  const changes = { HiddenRowIds: hidden.map(({ id }) => String(id)) }
  return recordChange(scope, tx, changeOf(LOG, { id: scope.db.tenantId, auditId: 0 }, 'updated', { changes }))
}
