import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
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
    const hidden = await tx.rows(hideEventsSql(db.tenantId, [rowId], clock.now()))
    if (hidden.length > 0) return
    const [event] = await tx.rows(eventDetailsSql(db.tenantId, rowId))
    if (!event) throw notFound('log row')
  })
}

/** Hides events from all lists, in one statement. Skips ids that no visible event has. */
export const hideEvents = async (scope: Scope, rowIds: readonly string[]): Promise<void> => {
  const { db, clock, idempotency: key } = scope
  await db.transaction(async (tx) => {
    await tx.rows(hideEventsSql(db.tenantId, rowIds.filter(isStorable), clock.now()))
    if (key) await tx.rows(settleSql(db.tenantId, key))
  })
}
