import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { MessageData } from '../channel/channel.model.ts'
import { MESSAGE_TYPES } from '../channel/channel.model.ts'
import { listOf, textOf } from '../channel/message-data.input.ts'
import type { MappedConnection } from '../connections.queries.ts'
import { logCrossing } from '../crossings.service.ts'
import { addMessage } from '../messages/messages.service.ts'
import { gapText, type NamedGap } from './gaps.model.ts'
import { reportGapsSql } from './gaps.sql.ts'

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
      message: gapText(gap, isSource ? otherName : null),
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
