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

const { at, good, arrivals } = deliveriesOf(() => bench)

describe('POST /api/webhooks/setup/{webhookid}/secret/rotate (rotateWebhookSecret)', () => {
  test('signs with both secrets, or only with the new one without a grace', async () => {
    const { id, secret } = await bench.webhook('/rotated', { WebHookFilters: ['group.*'] })
    const rotate = (body: object) =>
      good('rotateWebhookSecret', bench.mine.post(`${SETUP}/${id}/secret/rotate`, body)) as Promise<{ Secret: string }>
    const { Secret: second } = await rotate({})
    const shown = async () => (await bench.mine.get(`${SETUP}/details/${id}`)).json().Secret
    expect(await shown()).toBe(`whsec_****${second.slice(-4)}`)
    await bench.emit([101])
    await arrivals('/rotated', 1)
    const [both] = at('/rotated')
    expect([verified(secret, both), verified(second, both)]).toHaveLength(2)
    const body = { Id: String(id), Url: `${bench.receiver.url}/rotated`, RotateSecret: true }
    const { Secret: third } = (await bench.mine.post(SETUP, body)).json()
    await bench.emit([102])
    await arrivals('/rotated', 2)
    expect(at('/rotated')[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(3)
    for (const old of [secret, second, third]) verified(old, at('/rotated')[1])
    for (let more = 0; more < 4; more++) await rotate({})
    await bench.emit([104])
    await arrivals('/rotated', 3)
    expect(at('/rotated')[2]?.headers['webhook-signature']?.split(' ')).toHaveLength(5)
    const { Secret: fourth } = await rotate({ GraceSeconds: 0 })
    await bench.emit([103])
    await arrivals('/rotated', 4)
    verified(fourth, at('/rotated')[3])
    for (const old of [secret, second, third]) expect(() => verified(old, at('/rotated')[3])).toThrow()
    expect(await refusal(bench.mine.post(`${SETUP}/${id}/secret/rotate`, { GraceSeconds: -1 }))).toEqual([
      400,
      '/GraceSeconds',
    ])
    expect(await shown()).toBe(`whsec_****${fourth.slice(-4)}`)
  })
})

describe('POST /api/webhooks/setup/{webhookid}/secret/rotate (rotateWebhookSecret) without a body', () => {
  test('keeps the old secret for a day', async () => {
    const { id, secret } = await bench.webhook('/no-body', { WebHookFilters: ['group.*'] })
    const headers = { authorization: `ApiKey ${bench.mine.key}` }
    const url = `${SETUP}/${id}/secret/rotate`
    const answer = bench.server.app.inject({ method: 'POST', url, headers })
    const { Secret } = (await good('rotateWebhookSecret', answer)) as { Secret: string }
    expect(Secret).not.toBe(secret)
    await bench.emit([105])
    await arrivals('/no-body', 1)
    expect([verified(secret, at('/no-body')[0]), verified(Secret, at('/no-body')[0])]).toHaveLength(2)
  })
})

describe('a webhook without a secret, as an import leaves it', () => {
  test('can be neither resumed nor tested before it has a new secret', async () => {
    const { id } = await bench.webhook('/imported', { WebHookFilters: ['group.*'], IsPaused: true })
    await bench.server.database.system.webhookSecret.deleteMany({ where: { webhookId: id } })
    const shown = async () => (await bench.mine.get(`${SETUP}/details/${id}`)).json()
    const actions = async () =>
      ((await bench.mine.get(SETUP)).json() as { Id: string; Actions: string[] }[]).find(
        (webhook) => webhook.Id === String(id),
      )?.Actions
    expect(await shown()).toMatchObject({ Secret: null, IsPaused: true })
    expect(await actions()).toEqual(['edit', 'delete'])
    const resume = { Id: String(id), IsPaused: false }
    const refused = await bench.mine.post(SETUP, resume)
    expect([refused.statusCode, refused.json().type]).toEqual([409, expect.stringContaining('secret-missing')])
    expect(refused.json().detail).toContain('secret/rotate')
    expect((await bench.mine.post(`${SETUP}/${id}/test`, {})).statusCode).toBe(409)
    expect(await shown()).toMatchObject({ IsPaused: true })
    expect((await bench.mine.post(SETUP, { Id: String(id), Description: 'still paused' })).statusCode).toBe(200)

    const { Secret } = (await bench.mine.post(`${SETUP}/${id}/secret/rotate`, {})).json()
    expect(await actions()).toEqual(['edit', 'test', 'resume', 'delete'])
    expect((await bench.mine.post(SETUP, resume)).json()).toMatchObject({
      IsPaused: false,
      Secret: `whsec_****${Secret.slice(-4)}`,
    })
    await bench.emit([111])
    await arrivals('/imported', 1)
    verified(Secret, at('/imported').at(-1))
  })

  test('is resumed by a save that creates its secret', async () => {
    const { id } = await bench.webhook('/imported-too', { IsPaused: true })
    await bench.server.database.system.webhookSecret.deleteMany({ where: { webhookId: id } })
    const saved = (await bench.mine.post(SETUP, { Id: String(id), IsPaused: false, RotateSecret: true })).json()
    expect(saved).toMatchObject({ IsPaused: false, Secret: expect.stringMatching(/^whsec_[^*]+$/) })
  })
})

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('signs the ping with every valid secret, and not with an expired one', async () => {
    const { id, secret } = await bench.webhook('/pinged', { WebHookFilters: ['group.*'] })
    const { Secret: second } = (await bench.mine.post(`${SETUP}/${id}/secret/rotate`, {})).json()
    const body = { Id: String(id), Url: `${bench.receiver.url}/pinged`, IgnoreWebhookValidation: false }
    expect((await bench.mine.post(SETUP, body)).statusCode).toBe(200)
    const [both] = at('/pinged')
    expect([verified(secret, both).type, verified(second, both).type]).toEqual(['webhook.ping', 'webhook.ping'])
    const { system } = bench.server.database
    const expiresAt = new Date(Date.now() - 1000)
    await system.webhookSecret.updateMany({ where: { webhookId: id, hint: secret.slice(-4) }, data: { expiresAt } })
    expect((await bench.mine.post(SETUP, body)).statusCode).toBe(200)
    verified(second, at('/pinged')[1])
    expect(() => verified(secret, at('/pinged')[1])).toThrow()
  })
})
