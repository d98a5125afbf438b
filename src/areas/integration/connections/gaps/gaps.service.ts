import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { MESSAGE_TYPES, type MessageData } from '../channel/channel.model.ts'
import { listOf, numbersOf, textOf } from '../channel/message-data.input.ts'
import { connectionKind, type MappedConnection } from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import { addMessage, sendJob } from '../messages/messages.service.ts'
import { resendSql } from '../outgoing/outgoing.sql.ts'
import { describeGap, type NamedGap } from './gaps.model.ts'
import { closeGapsSql, incompleteSql, reportGapsSql } from './gaps.sql.ts'

/**
 * Writes new gaps of a connection to the log of this tenant, the target, and sends them to the source for its log: once for all
 * contacts. The caller has locked the connection.
 */
export const reportGaps = async (scope: Scope, tx: Transaction, connection: MappedConnection): Promise<void> => {
  const gaps = await tx.rows<NamedGap>(reportGapsSql(scope.db.tenantId, connection.id))
  if (gaps.length === 0) return
  await logGaps(scope, tx, connection, gaps)
  const Gaps = gaps.map(({ kind, name, value }) => ({ Kind: kind, Name: name, Value: value }))
  await addMessage(scope, tx, connection.id, MESSAGE_TYPES.gaps, { Gaps })
}

const logGaps = async (
  scope: Scope,
  tx: Transaction,
  { id, isSource, otherKey, otherName }: MappedConnection,
  gaps: readonly NamedGap[],
): Promise<void> => {
  for (const gap of gaps)
    await logCrossing(scope, tx, {
      message: describeGap(gap, isSource ? otherName : null),
      level: 'Warning',
      other: otherKey,
      isIncoming: !isSource,
      entity: { type: 'connection', id },
    })
}

const MAX_RECEIVED = 1000
const MAX_NAME = 500
const KINDS = new Set(['type', 'level', 'choice', 'value', 'role'])

/** Writes what has no counterpart in the target to the log of this tenant, the source. */
export const receiveGaps = async (
  scope: Scope,
  tx: Transaction,
  connection: MappedConnection,
  data: MessageData,
): Promise<void> => {
  if (!connection.isSource) return
  const gaps = listOf(data, 'Gaps', MAX_RECEIVED).map((gap): NamedGap => {
    const kind = textOf(gap, 'Kind', 10)
    return {
      kind: KINDS.has(kind) ? (kind as NamedGap['kind']) : 'more',
      name: textOf(gap, 'Name', MAX_NAME),
      value: textOf(gap, 'Value', MAX_NAME),
    }
  })
  await logGaps(scope, tx, connection, gaps)
}

/** Contacts of one request. */
const MAX_REQUESTED = 5000

/**
 * Requests the contacts that lack something from their sources, if a gap of their connection is closed by now.
 *
 * @param fieldId a custom field that was changed; null: none.
 */
export const catchUp = async (scope: Scope, tx: Transaction, fieldId: number | null): Promise<void> => {
  const { tenantId } = scope.db
  const found = await tx.connectionGap.findMany({
    where: { tenantId },
    distinct: ['connectionId'],
    orderBy: { connectionId: 'asc' },
    select: { connectionId: true },
  })
  for (const { connectionId } of found) {
    if (!(await lockRecordIfPresent(scope, tx, connectionKind, connectionId))) continue
    const [closed] = await tx.rows<{ count: number }>(closeGapsSql(tenantId, connectionId, fieldId))
    if (closed?.count) await requestIncomplete(scope, tx, connectionId)
  }
}

const requestIncomplete = async (scope: Scope, tx: Transaction, connectionId: number): Promise<void> => {
  const rows = await tx.rows<{ id: number }>(incompleteSql(scope.db.tenantId, connectionId))
  const ids = rows.map(({ id }) => id)
  for (let from = 0; from < ids.length; from += MAX_REQUESTED)
    await addMessage(scope, tx, connectionId, MESSAGE_TYPES.request, {
      Contacts: ids.slice(from, from + MAX_REQUESTED),
    })
}

/** Makes contacts due again that the target requests. */
export const receiveRequest = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { id, isSource }: MappedConnection,
  data: MessageData,
): Promise<void> => {
  if (!isSource) return
  await tx.rows(resendSql(tenantId, id, numbersOf(data, 'Contacts', MAX_REQUESTED)))
  await tx.connection.updateMany({ where: { tenantId, id }, data: { hasWork: true } })
  await enqueueJobs(tx, [sendJob(tenantId, id)])
}
