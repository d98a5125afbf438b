import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { MESSAGE_TYPES, type MessageData } from '../channel/channel.model.ts'
import { numbersOf } from '../channel/message-data.input.ts'
import { connectionKind, type MappedConnection } from '../connections.queries.ts'
import { addMessage, sendJob } from '../messages/messages.service.ts'
import { resendSql } from '../outgoing/outgoing.sql.ts'
import { closeGapsSql, incompleteSql } from './gaps.sql.ts'

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
