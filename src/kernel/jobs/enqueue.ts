import { Prisma } from '#prisma/client'
import type { Transaction } from '../tenancy/tenant-db.ts'

export interface JobSpec {
  /** The task's name, as registered with the worker. */
  name: string
  /** Carries `tenantId` where a tenant's work asks for the job; the database refuses it otherwise. */
  payload: Prisma.InputJsonObject
  /** A waiting job of the same key is replaced: how a job becomes idempotent. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  runAt?: Date
  attempts?: number
  /** Jobs of a lower number run first; 0 where none is given. */
  priority?: number
}

/** Adds jobs in the transaction of the change that asks for them: none runs before the commit, none without it. */
export const enqueueJobs = async (tx: Pick<Transaction, '$executeRaw'>, specs: readonly JobSpec[]): Promise<void> => {
  if (specs.length === 0) return
  await tx.$executeRaw(Prisma.sql`select enqueue_jobs(${JSON.stringify(specs)}::json)`)
}
