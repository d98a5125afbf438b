import type { SyncedContact } from '#areas/people/contacts/synced-fields/synced-fields.queries'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { registryJob } from './queue.model.ts'

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
      ...{ tenantId, contactId, nationalId, changeType, tags: [...tags], requestId: crypto.randomUUID() },
      ...{ body: contact as object, createdAt: now, dueAt: now },
    },
  })
  await enqueueJobs(tx, [registryJob(tenantId)])
}

/** Requests that the changes of the registry are received. */
export const requestReceipt = (tx: Transaction, tenantId: number): Promise<void> =>
  enqueueJobs(tx, [registryJob(tenantId)])
