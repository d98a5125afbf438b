import { findAffiliateChapters } from '#areas/people/chapters/chapters.queries'
import { enqueueJobs, type JobSpec } from '#kernel/jobs/enqueue'
import { lockRecordIfPresent } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { MESSAGE_TYPES } from '../channel/channel.model.ts'
import { connectionKind, type MappedConnection } from '../connections.queries.ts'
import { addMessage, sendJob } from '../messages/messages.service.ts'
import type { StateContext } from '../states/states.queries.ts'
import { markDueSql } from './outgoing.sql.ts'

/** The job that finds the contacts of a connection: the initial copy, and what was missed. */
export const COPY_CONTACTS = 'connections.copy'

const copyJob = (tenantId: number, connectionId: number): JobSpec => ({
  name: COPY_CONTACTS,
  payload: { tenantId, connectionId },
  key: `connection-copy:${tenantId}:${connectionId}`,
})

/** Requests a copy of all contacts of a connection; states that the target has are not sent again. */
export const startCopy = ({ db }: Pick<Scope, 'db'>, tx: Transaction, connectionId: number): Promise<void> =>
  enqueueJobs(tx, [copyJob(db.tenantId, connectionId)])

/** Returns what decides which contacts a connection of this source synchronizes, and their states. */
export const readStateContext = async (
  scope: Scope,
  tx: Transaction,
  { mapping, otherKey, otherInstallation }: MappedConnection,
): Promise<StateContext> => {
  const chapters = otherInstallation === '' ? await findAffiliateChapters(scope, tx, otherKey) : null
  return {
    tenantId: scope.db.tenantId,
    mapping,
    chapterIds: chapters?.ids ?? null,
    editableChapterIds: chapters?.editableIds ?? [],
  }
}

/**
 * Marks all contacts of a connection as due.
 *
 * @param isAnnounced whether both tenants see it as a copy, with its progress.
 */
export const markAllDue = (
  scope: Scope,
  connectionId: number,
  { isAnnounced }: { isAnnounced: boolean },
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const connection = await lockRecordIfPresent(scope, tx, connectionKind, connectionId)
    if (!connection?.isSource || connection.isDisabledHere || connection.isDisabledThere) return
    const context = await readStateContext(scope, tx, connection)
    const [row] = await tx.rows<{ count: number }>(markDueSql(context, connectionId, null))
    const totalCount = row?.count ?? 0
    const where = { tenantId, id: connectionId }
    if (!isAnnounced) {
      await tx.connection.updateMany({ where, data: { hasWork: true } })
      await enqueueJobs(tx, [sendJob(tenantId, connectionId)])
      return
    }
    const data = { status: 'Copying', totalCount, copiedCount: 0, failure: null }
    await tx.connection.updateMany({ where, data })
    await addMessage(scope, tx, connectionId, MESSAGE_TYPES.begun, { Total: totalCount })
  })
