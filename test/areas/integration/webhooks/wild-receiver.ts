import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Arrived } from '#test/support/integration/receiver'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { SETUP } from '#test/support/integration/webhooks'

let bench: WebhookBench

const numberOf = ({ body }: Arrived): number => JSON.parse(body).data.Id

/** At their first attempt some messages fail, are redirected or reset, or get a late or no response; then all succeed. */
const behaveWildly = (path: string, accepted: Set<number>, hangs: number): void => {
  const seen = new Set<number>()
  bench.receiver.on(path, (response, arrived, request) => {
    const n = numberOf(arrived)
    const isFirst = !seen.has(n)
    seen.add(n)
    if (isFirst && n <= hangs) return
    if (isFirst && n % 10 === 1) return void response.writeHead(500).end('not now')
    if (isFirst && n % 10 === 2) return void response.writeHead(307, { location: '/never' }).end()
    if (isFirst && n % 10 === 3) return void request.socket.resetAndDestroy()
    const accept = () => {
      accepted.add(n)
      response.writeHead(200).end()
    }
    if (n % 10 === 4) setTimeout(accept, 100)
    else accept()
  })
}

export interface WildReceiver {
  events: number
  /** Number of messages without a response at the first attempt: each takes the full 15 s of the time limit. */
  hangs: number
}

/** Defines the test of a receiver that misbehaves, and of another whose secret is rotated. */
export const testWildReceiver = ({ events, hangs }: WildReceiver): void => {
  const timeout = 60_000 + events * 60
  beforeAll(async () => {
    bench = await openWebhookBench()
  })
  afterAll(() => bench.close(), 60_000)

  test(
    `delivers all ${events} events to a receiver that misbehaves, and a rotation under load makes none invalid`,
    async () => {
      const accepted = new Set<number>()
      const wild = await bench.webhook('/wild', { WebHookFilters: ['group.*'] })
      behaveWildly('/wild', accepted, hangs)
      const calm = await bench.webhook('/calm', { WebHookFilters: ['group.*'] })
      let secret = calm.secret
      let refused = 0
      bench.receiver.on('/calm', (response, { body, headers }) => {
        try {
          new Webhook(secret).verify(body, headers)
          response.writeHead(204).end()
        } catch {
          refused++
          response.writeHead(401).end()
        }
      })
      await bench.work()
      const ids = Array.from({ length: events }, (_, n) => n + 1)
      for (let from = 0; from < events; from += 100) await bench.emit(ids.slice(from, from + 100))
      const calmAt = () => bench.receiver.arrived.filter(({ path }) => path === '/calm')
      for (let part = 1; part <= 4; part++) {
        await expect.poll(() => calmAt().length, { timeout }).toBeGreaterThan((events * part) / 6)
        // The receiver uses the new secret immediately, and no other.
        secret = (await bench.mine.post(`${SETUP}/${calm.id}/secret/rotate`, {})).json().Secret
      }
      const left = (webhookId: number) =>
        bench.server.database.system.webhookDelivery.count({ where: { webhookId, status: { not: 'delivered' } } })
      await expect.poll(async () => calmAt().length >= events && (await left(calm.id)) === 0, { timeout }).toBe(true)
      await expect.poll(async () => accepted.size === events && (await left(wild.id)) === 0, { timeout }).toBe(true)

      expect(refused).toBe(0)
      expect(bench.receiver.arrived.filter(({ path }) => path === '/never')).toEqual([])
      const toWild = bench.receiver.arrived.filter(({ path }) => path === '/wild')
      const verifier = new Webhook(wild.secret)
      const byEvent = new Map<number, Set<string>>()
      for (const one of toWild) {
        expect(() => verifier.verify(one.body, one.headers)).not.toThrow()
        byEvent.set(numberOf(one), (byEvent.get(numberOf(one)) ?? new Set()).add(`${one.id} ${one.body}`))
      }
      expect([...byEvent.keys()].sort((a, b) => a - b)).toEqual(ids)
      expect([...byEvent.values()].filter(({ size }) => size !== 1)).toEqual([])
      expect(new Set(toWild.map(({ id }) => id)).size).toBe(events)
      expect(toWild.length).toBeGreaterThan(events * 1.25)
    },
    timeout * 4,
  )
}
