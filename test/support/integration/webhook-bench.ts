import { expect } from 'vitest'
import { loops, subscribers, tasks } from '#areas/joined'
import type { Task } from '#kernel/jobs/task'
import { startWorker, type Worker } from '#kernel/jobs/worker'
import { systemScope } from '#kernel/outbox/deliver'
import { recordChange } from '#kernel/records/record-change'
import { type Clock, systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export interface WebhookBench {
  server: TestApp
  mine: TestCaller
  receiver: Receiver
  /** Creates a webhook for a path of the receiver. Returns its id and secret. */
  webhook(path: string, body?: object, caller?: TestCaller): Promise<{ id: number; secret: string }>
  /** Emits events, by default `group.updated`, of groups with these ids. */
  emit(ids: readonly number[], caller?: TestCaller, kind?: string): Promise<void>
  /** Starts a worker as in production, with additional tasks. It stops with the bench. */
  work(waitingTasks?: Record<string, Task>): Promise<Worker>
  close(): Promise<void>
}

/** Opens a server that may call loopback addresses, a receiver on loopback and, on request, workers. */
export const openWebhookBench = async (options: TestAppOptions = {}): Promise<WebhookBench> => {
  const clock: Clock = options.clock ?? systemClock
  const server = await buildTestApp({
    own: true,
    ...options,
    config: { outboundAllowed: '127.0.0.1', ...options.config },
  })
  const mine = await server.tenant()
  const receiver = await startReceiver()
  const workers: Worker[] = []
  const context = { database: server.database, clock, log: server.app.log }
  return {
    server,
    mine,
    receiver,
    webhook: async (path, body = {}, caller = mine) => {
      const settings = { Url: `${receiver.url}${path}`, IgnoreWebhookValidation: true, ...body }
      const answer = await caller.post('/api/webhooks/setup', settings)
      expect(answer.statusCode, answer.body).toBe(200)
      return { id: Number(answer.json().Id), secret: answer.json().Secret }
    },
    emit: async (ids, caller = mine, kind = 'group.updated') => {
      const scope = await systemScope(context, caller.tenant.id)
      await scope.db.transaction(async (tx) => {
        for (const entityId of ids) {
          const event = { kind, payload: { contactId: entityId, note: 'private' } }
          await recordChange(scope, tx, { entity: 'group', entityId, auditId: 1, action: 'updated', event })
        }
      })
    },
    work: async (waitingTasks) => {
      const worker = await startWorker({
        context,
        tasks,
        subscribers,
        cron: [],
        concurrency: 4,
        ...(waitingTasks && { waitingTasks }),
        loops: loops(server.app),
      })
      workers.push(worker)
      return worker
    },
    close: async () => {
      await receiver.close()
      await Promise.all(workers.map((worker) => worker.stop()))
      await server.close()
    },
  }
}
