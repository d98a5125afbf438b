import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { expectShape } from '../server/contract-shape.ts'
import type { Arrived } from './receiver.ts'
import type { WebhookBench } from './webhook-bench.ts'

export const SETUP = '/api/webhooks/setup'

export type Json = Record<string, unknown>

/** Verifies the signature of a delivery and returns its body. Throws if the signature is not valid. */
export const verified = (secret: string, one: Arrived | undefined): Json =>
  new Webhook(secret).verify(one?.body ?? '', one?.headers ?? {}) as Json

/** Requests that tests repeat on a bench. */
export const deliveriesOf = (bench: () => WebhookBench) => {
  const at = (path: string): Arrived[] => bench().receiver.arrived.filter((one) => one.path === path)
  const good = async (operationId: string, call: ReturnType<WebhookBench['mine']['get']>): Promise<Json> => {
    const answer = await call
    expect(answer.statusCode, answer.body).toBe(200)
    expectShape(operationId, answer.json())
    return answer.json()
  }
  const attempts = async (id: number, query = ''): Promise<Json[]> =>
    (await good('listWebhookAttempts', bench().mine.get(`${SETUP}/${id}/attempts${query}`))).Results as Json[]
  return {
    at,
    good,
    attempts,
    arrivals: (path: string, count: number) =>
      expect.poll(() => at(path).length, { timeout: 15_000, interval: 20 }).toBeGreaterThanOrEqual(count),
    state: (id: number) => good('getWebhookState', bench().mine.get(`${SETUP}/${id}/state`)),
    /** Waits until the webhook has this number of attempts, and returns them. */
    logged: async (id: number, count: number): Promise<Json[]> => {
      await expect.poll(async () => (await attempts(id)).length, { timeout: 15_000, interval: 20 }).toBe(count)
      return attempts(id)
    },
    /** Makes deliveries that wait for a retry due immediately. */
    hurry: (webhookId: number) =>
      bench().server.database.system.webhookDelivery.updateMany({
        where: { webhookId, status: 'waiting' },
        data: { dueAt: new Date() },
      }),
  }
}
