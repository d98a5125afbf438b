import { chapterEvents } from '#areas/people/chapters/chapters.events'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { RelayedEvent, Subscriber } from '#kernel/outbox/subscriber'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { OutboxEvent } from '#prisma/client'
import { listSourceConnections } from '../connections.queries.ts'
import { sendJob } from '../messages/messages.service.ts'
import { readStateContext, startCopy } from './copies.service.ts'
import { concernedSql, eventsOfSourcesSql, markDueSql } from './outgoing.sql.ts'

const CHAPTER_KINDS = new Set<string>([chapterEvents.created, chapterEvents.updated, chapterEvents.deleted])

/**
 * Returns the contact of an event. Events of parts of a contact, such as its roles and emails, name it only as their
 * record.
 */
const contactOf = ({ entity, entityId, payload }: OutboxEvent): number | undefined =>
  entity === 'contact' ? entityId : { ...(payload as { contactId?: number }) }.contactId

/** Marks the contacts that an event concerns as due, also while a connection is disabled. */
const handle = async (scope: Scope, tx: Transaction, event: OutboxEvent): Promise<void> => {
  const { tenantId } = scope.db
  const connections = await listSourceConnections(scope, tx)
  if (CHAPTER_KINDS.has(event.kind)) {
    for (const { id } of connections) await startCopy(scope, tx, id)
    return
  }
  const contactId = contactOf(event)
  if (contactId === undefined) return
  const ids = (await tx.rows<{ id: number }>(concernedSql(tenantId, contactId))).map(({ id }) => id)
  for (const connection of connections) {
    const [row] = await tx.rows<{ count: number }>(
      markDueSql(await readStateContext(scope, tx, connection), connection.id, ids),
    )
    if (!row?.count) continue
    await tx.connection.updateMany({ where: { tenantId, id: connection.id }, data: { hasWork: true } })
    if (!connection.isDisabledHere && !connection.isDisabledThere)
      await enqueueJobs(tx, [sendJob(tenantId, connection.id)])
  }
}

/** Collects the contacts whose changes other tenants must get. */
export const contactChanges: Subscriber = {
  name: 'connections',
  kinds: ['contact.*', 'membership.*', 'chapter.*'],
  filter: (runner, events) => runner.rows<RelayedEvent>(eventsOfSourcesSql(events)),
  handle,
}
