import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP, verified } from '#test/support/integration/webhooks'
import { refusal } from '#test/support/people/contact-parts'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
})
afterAll(() => bench.close())

const { at, arrivals } = deliveriesOf(() => bench)

const create = async (path: string, more: object = {}) => {
  const settings = { Url: `${bench.receiver.url}${path}`, WebHookFilters: ['group.*'], ...more }
  const answer = await bench.mine.post(SETUP, settings)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { Id: string; Secret: string; IsPaused: boolean }
}
const state = async (id: string) => (await bench.mine.get(`${SETUP}/${id}/state`)).json()
const sendPing = (id: string) => bench.mine.post(`${SETUP}/${id}/test`, {})

/** A receiver that accepts only what is signed with a secret that it knows, as a careful one does. */
const startCareful = (path: string) => {
  const known: { secret?: string } = {}
  bench.receiver.on(path, (response, request) => {
    let status = 204
    try {
      verified(known.secret ?? 'whsec_AAAA', request)
    } catch {
      status = 401
    }
    response.writeHead(status).end()
  })
  return known
}

describe('POST /api/webhooks/setup (saveWebhook) of a new webhook', () => {
  test('pauses it until its receiver, which knows the secret from the response, accepts a ping', async () => {
    const known = startCareful('/careful')
    const { Id, Secret, IsPaused } = await create('/careful')
    expect([IsPaused, at('/careful')]).toEqual([true, []])
    expect(await state(Id)).toMatchObject({ IsPaused: true, PauseReason: 'unconfirmed' })
    await bench.emit([1])
    known.secret = Secret
    await arrivals('/careful', 2)
    expect(at('/careful').map((one) => verified(Secret, one).type)).toEqual(['webhook.ping', 'group.updated'])
    expect(await state(Id)).toMatchObject({ IsPaused: false, PauseReason: null })
  })

  test('keeps it paused after a refused ping, until a later one is accepted', async () => {
    const known = startCareful('/late')
    const { Id, Secret } = await create('/late')
    await arrivals('/late', 1)
    const resume = { Id, IsPaused: false }
    expect(await refusal(bench.mine.post(SETUP, resume))).toEqual([422, '/Url'])
    expect(await state(Id)).toMatchObject({ PauseReason: 'unconfirmed' })
    known.secret = Secret
    expect((await sendPing(Id)).statusCode).toBe(200)
    await expect.poll(() => state(Id)).toMatchObject({ IsPaused: false })
  })

  test('leaves it paused if a user asks for the pause, whatever a ping returns', async () => {
    const { Id } = await create('/asked')
    expect((await bench.mine.post(SETUP, { Id, IsPaused: true })).statusCode).toBe(200)
    await arrivals('/asked', 1)
    expect((await sendPing(Id)).statusCode).toBe(200)
    await arrivals('/asked', 2)
    expect(await state(Id)).toMatchObject({ IsPaused: true, PauseReason: 'asked' })
  })

  test('is active at once without the ping', async () => {
    const { Id, IsPaused } = await create('/unpinged', { IgnoreWebhookValidation: true })
    expect([IsPaused, (await state(Id)).PauseReason]).toEqual([false, null])
  })
})
