import { enqueueJobs, type JobSpec } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { MessageData } from '../channel/channel.model.ts'

/** The job that sends what a connection has to send. */
export const SEND_CONNECTION = 'connections.send'

/** Returns the job that sends the messages of a connection: one at a time, because they have an order. */
export const sendJob = (tenantId: number, connectionId: number): JobSpec => ({
  name: SEND_CONNECTION,
  payload: { tenantId, connectionId },
  key: `connection:${tenantId}:${connectionId}`,
  queue: `connection:${tenantId}:${connectionId}`,
})

/**
 * Adds a message to those that a connection has to send, with the next sequence, which it returns. The caller has locked the
 * connection.
 */
export const addMessage = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  connectionId: number,
  type: string,
  data: MessageData = {},
): Promise<number> => {
  const { outSequence: sequence } = await tx.connection.update({
    where: { tenantId_id: { tenantId, id: connectionId } },
    data: { outSequence: { increment: 1 }, hasWork: true },
    select: { outSequence: true },
  })
  const row = { tenantId, connectionId, sequence, type, data: data as Prisma.InputJsonObject }
  await tx.connectionMessage.createMany({ data: [row] })
  await enqueueJobs(tx, [sendJob(tenantId, connectionId)])
  return sequence
}
