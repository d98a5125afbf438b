import type { SyncedChange, SyncFollower } from '#areas/integration/association-sync/followers.service'
import { conflict, notFound } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { registryJob } from './queue.model.ts'
import { retryEventSql } from './queue.sql.ts'

/** Adds a change to the queue of the registry, in the transaction of the change. The registry assigns a missing number. */
const queueChange = async (scope: Scope, tx: Transaction, change: SyncedChange): Promise<void> => {
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

/**
 * Returns whether the queue has a contact without a number. A change that was given up is sent again with the next one.
 */
const isQueued = async ({ db: { tenantId } }: Scope, tx: Transaction, contactId: number): Promise<boolean> => {
  const where = { tenantId, contactId, isReceived: false, status: { not: 'GivenUp' } }
  return (await tx.registryEvent.findFirst({ where })) !== null
}

/** Makes the failed rows due, because the new settings can correct what failed, and requests the changes of the registry. */
const restartQueue = async ({ db: { tenantId }, clock }: Scope, tx: Transaction): Promise<void> => {
  await tx.registryEvent.updateMany({
    where: { tenantId, settledAt: null, status: 'Failed' },
    data: { dueAt: clock.now() },
  })
  await requestReceipt(tx, tenantId)
}

/** Queues the changes of contacts for the registry. */
export const registryFollower: SyncFollower = {
  afterChange: queueChange,
  hasContact: isQueued,
  afterSettings: restartQueue,
}
