import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { spellings } from '#test/services/outbound/spellings'
import { buildTestApp } from '#test/support/build-app'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { SETUP } from '#test/support/integration/webhooks'
import { refusal } from '#test/support/people/contact-parts'
import { expectShape } from '#test/support/server/contract-shape'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
})
afterAll(() => bench.close())

const good = async (operationId: string, call: ReturnType<WebhookBench['mine']['get']>) => {
  const answer = await call
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape(operationId, answer.json())
  return { body: answer.json() }
}
const save = (body: object, headers?: Record<string, string>) => bench.mine.post(SETUP, body, headers)

describe('POST /api/webhooks/setup (saveWebhook): Url', () => {
  test('rejects every spelling of an internal address, with or without the ping', async () => {
    const server = await buildTestApp()
    const caller = await server.tenant()
    const before = bench.receiver.arrived.length
    const codes = new Set<string>()
    const { port } = new URL(bench.receiver.url)
    for (const host of Object.values(spellings).flat())
      for (const IgnoreWebhookValidation of [true, false]) {
        const answer = await caller.post(SETUP, { Url: `http://${host}:${port}/`, IgnoreWebhookValidation })
        codes.add(`${answer.statusCode} ${answer.json().code} ${answer.json().errors[0].pointer}`)
      }
    expect([...codes]).toEqual(['422 webhook-url-refused /Url'])
    expect(await server.database.system.webhook.count({ where: { tenantId: caller.tenant.id } })).toBe(0)
    expect(bench.receiver.arrived.length).toBe(before)
    await server.close()
  }, 60_000)

  test.each([
    ['fails', 500, 'The response status was 500.'],
    ['redirects', 302, 'redirect'],
  ])(
    'rejects a resumption of a webhook whose receiver %s, unless the ping is omitted or the webhook stays paused',
    async (name, status, words) => {
      bench.receiver.on(`/${name}`, (response) => void response.writeHead(status, { location: '/made' }).end())
      const body = { Url: `${bench.receiver.url}/${name}` }
      const { id } = await bench.webhook(`/${name}`, { IsPaused: true })
      const answer = await save({ Id: String(id), IsPaused: false, IgnoreWebhookValidation: false })
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'webhook-not-answering'])
      expect(answer.json().errors[0]).toMatchObject({ pointer: '/Url', message: expect.stringContaining(words) })
      await good('saveWebhook', save({ Id: String(id), IsPaused: false, IgnoreWebhookValidation: true }))
      await good('saveWebhook', save({ ...body, IsPaused: true }))
    },
  )

  test('accepts a pause, but not a resumption, of a webhook whose Url is no longer valid', async () => {
    const { id } = await bench.webhook('/gone')
    const Url = 'https://gone.example/hooks'
    await bench.server.database.system.webhook.updateMany({ where: { id }, data: { url: Url } })
    const paused = await good('saveWebhook', save({ Id: String(id), Url, IsPaused: true }))
    expect(paused.body).toMatchObject({ Url, IsPaused: true })
    expect(await refusal(save({ Id: String(id), Url, IsPaused: false }))).toEqual([422, '/Url'])
    expect(await refusal(save({ Id: String(id), Url: `${Url}/other`, IsPaused: true }))).toEqual([422, '/Url'])
  })

  test('accepts a Url in any characters, stores its URI and checks its address', async () => {
    const { port } = new URL(bench.receiver.url)
    const wide = { Url: ` http://１２７.0.0.1:${port}/größe?ä=1 ` }
    const [path, plain] = ['/gr%C3%B6%C3%9Fe?%C3%A4=1', 'https://xn--mnchen-3ya.example/x']
    const { body: made } = await good('saveWebhook', save(wide))
    expect(made.Url).toBe(bench.receiver.url + path)
    await good('saveWebhook', save({ Id: made.Id, IsPaused: false }))
    expect(bench.receiver.arrived.filter((one) => one.path === path)).toHaveLength(1)
    const { id } = await bench.webhook('/named')
    await bench.server.database.system.webhook.updateMany({ where: { id }, data: { url: plain } })
    const named = { Id: String(id), Url: 'https://München.example/x', IsPaused: true }
    expect((await good('saveWebhook', save(named))).body.Url).toBe(plain)
    const preset = `${SETUP}/add/realestate`
    expect((await good('addRealEstateWebhook', bench.mine.post(preset, wide))).body.Url).toBe(bench.receiver.url + path)
    for (const Url of [
      `http://１０.0.0.1:${port}/é`,
      'https://ä:ö@example.org/',
      'https://é.example/',
      'ftp://é.example/',
    ])
      expect(await refusal(save({ Url })), Url).toEqual([422, '/Url'])
    for (const Url of ['é', 'https://é .example/', `https://example.org/${'é'.repeat(400)}`])
      expect(await refusal(save({ Url })), Url).toEqual([400, '/Url'])
  })
})
