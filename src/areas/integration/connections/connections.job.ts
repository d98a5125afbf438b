import type { CronTask } from '#kernel/jobs/cron'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import type { NewDayWork } from '#kernel/jobs/tenant-days'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { ChannelTools } from './channel/channel.model.ts'
import { type ChannelJobTools, makeJobTools } from './channel/channel-tools.job.ts'
import { listSourceConnections } from './connections.queries.ts'
import { deleteReceiptsSql, type WaitingConnection, waitingConnectionsSql } from './connections.sql.ts'
import { sendConsent, sendState } from './exchanges/exchange-sending.service.ts'
import { type ExchangeJob, SEND_CONSENT, SEND_EXCHANGE } from './exchanges/exchanges.model.ts'
import { catchUp } from './gaps/gaps.service.ts'
import { STOP_CONNECTION, type Stop } from './messages/disabling.service.ts'
import { SEND_CONNECTION, sendJob } from './messages/messages.service.ts'
import { COPY_CONTACTS, markAllDue } from './outgoing/copies.service.ts'
import { sendStop, sendWaiting } from './outgoing/sending.service.ts'

interface ConnectionJob {
  tenantId: number
  connectionId: number
}

const sendConnection =
  (tools: ChannelJobTools): Task =>
  async (context, payload) => {
    const { tenantId, connectionId } = payload as ConnectionJob
    const scope = await systemScope(context, tenantId)
    if (await sendWaiting(scope, makeJobTools(context, tools), connectionId))
      await scope.db.transaction((tx) => enqueueJobs(tx, [sendJob(tenantId, connectionId)]))
  }

const copyContacts: Task = async (context, payload) => {
  const { tenantId, connectionId } = payload as ConnectionJob
  await markAllDue(await systemScope(context, tenantId), connectionId, { isAnnounced: true })
}

type Send = (scope: Awaited<ReturnType<typeof systemScope>>, tools: ChannelTools, job: ExchangeJob) => Promise<void>

const exchangeTask =
  (tools: ChannelJobTools, send: Send): Task =>
  async (context: WorkContext, payload) => {
    const job = payload as ExchangeJob
    await send(await systemScope(context, job.tenantId), makeJobTools(context, tools), job)
  }

const stopTarget =
  (tools: ChannelJobTools): Task =>
  async (context, payload) => {
    const { tenantId, ...stop } = payload as Stop & { tenantId: number }
    await sendStop(await systemScope(context, tenantId), makeJobTools(context, tools), stop)
  }

/** Returns the tasks of exchanges and connections that wait for other installations. */
export const connectionTasks = (tools: ChannelJobTools): Record<string, Task> => ({
  [SEND_EXCHANGE]: exchangeTask(tools, sendState),
  [SEND_CONSENT]: exchangeTask(tools, sendConsent),
  [SEND_CONNECTION]: sendConnection(tools),
  [STOP_CONNECTION]: stopTarget(tools),
})

/** The tasks of connections in the database. */
export const copyTasks: Record<string, Task> = { [COPY_CONTACTS]: copyContacts }

/** Connections that one statement reads and one adds jobs for. */
const BATCH = 1000
/** Milliseconds for which receipts are stored: longer than a message is accepted. */
const RECEIPT_MS = 3_600_000

/**
 * Sends every minute what an unavailable receiver has not got, and deletes old receipts. Requests all connections that wait:
 * the first ones can wait for long.
 */
export const connectionRounds: CronTask = {
  name: 'connection-rounds',
  at: '* * * * *',
  task: async (context) => {
    await requestWaiting(context)
    await deleteReceipts(context)
  },
}

const requestWaiting = async ({ database: { system } }: WorkContext): Promise<void> => {
  let after: WaitingConnection | undefined
  do {
    const waiting = await withRows(system).rows<WaitingConnection>(waitingConnectionsSql(after, BATCH))
    await enqueueJobs(
      system,
      waiting.map(({ tenantId, id }) => sendJob(tenantId, id)),
    )
    after = waiting.length === BATCH ? waiting.at(-1) : undefined
  } while (after)
}

const deleteReceipts = async ({ database: { system }, clock }: WorkContext): Promise<void> => {
  const before = new Date(clock.now().getTime() - RECEIPT_MS)
  for (let count = BATCH; count === BATCH; ) {
    const [row] = await withRows(system).rows<{ count: number }>(deleteReceiptsSql(before, BATCH))
    count = row?.count ?? 0
  }
}

/** Compares all contacts with what the targets have, and requests what sources left out, also what no event has announced. */
export const connectionDays: NewDayWork = {
  name: 'connections',
  run: async (scope) => {
    const connections = await scope.db.transaction((tx) => listSourceConnections(scope, tx))
    for (const { id } of connections) await markAllDue(scope, id, { isAnnounced: false })
    await scope.db.transaction((tx) => catchUp(scope, tx, null))
  },
}
