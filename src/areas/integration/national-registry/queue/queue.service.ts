import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { registryJob } from './queue.model.ts'
import { retryEventSql } from './queue.sql.ts'

/** A change of a contact for the registry. */
export interface QueuedChange {
  contactId: number | null
  /** Null: the registry assigns a number. */
  nationalId: number | null
  changeType: string
  /** The changed parts. */
  tags: readonly string[]
  contact: SyncedContact
}

/** Adds a change to the queue of the registry, in the transaction of the change. */
export const queueRegistryChange = async (scope: Scope, tx: Transaction, change: QueuedChange): Promise<void> => {
  const { tenantId } = scope.db
  const { contactId, nationalId, changeType, tags, contact } = change
  const now = scope.clock.now()
  await tx.registryEvent.create({
    data: {
      tenantId,
      contactId,
      nationalId,
      changeType,
      tags: [...tags],
      requestId: crypto.randomUUID(),
      body: contact as object,
      createdAt: now,
      dueAt: now,
    },
  })
  await enqueueJobs(tx, [registryJob(tenantId)])
}

/**
 * Sends or applies a row again that failed or was given up.
 *
 * @param id as digits.
 * @throws 404; 409 registry-change-settled.
 */
export const retryRegistryChange = (scope: Scope, id: string): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const [retried] = await tx.rows<{ id: number }>(retryEventSql(tenantId, id, scope.clock.now()))
    if (retried) return enqueueJobs(tx, [registryJob(tenantId)])
    const row = await tx.registryEvent.findFirst({
      where: { tenantId, id: BigInt(id) },
      select: { status: true, isReceived: true },
    })
    if (!row) throw notFound('registry queue row')
    throw conflict('registry-change-settled', whyNotRetried(row))
  })

const whyNotRetried = ({ status, isReceived }: { status: string; isReceived: boolean }): string => {
  if (status !== 'Failed' && status !== 'GivenUp')
    return `The row has the status ${status}. Only one that failed or was given up is retried.`
  return isReceived
    ? 'The date of the change is in the future. It can be applied once that date has passed.'
    : 'The registry has a later change of the contact, which contained the whole contact.'
}

/** Requests that the changes of the registry are received. */
export const requestReceipt = (tx: Transaction, tenantId: number): Promise<void> =>
  enqueueJobs(tx, [registryJob(tenantId)])
