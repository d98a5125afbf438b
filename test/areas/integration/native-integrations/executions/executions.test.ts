import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { type Receiver, startReceiver } from '#test/support/integration/receiver'

let server: TestApp
let receiver: Receiver
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
const connect = (path: string) => api.connect('webhook', id, { Fields: { Url: `${receiver.url}${path}` } })

beforeAll(async () => {
  server = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' } })
  receiver = await startReceiver()
})
beforeEach(async () => {
  mine = await server.tenant()
  id = (await api.install('outgoing-webhook')).IntegrationId ?? ''
})
afterAll(async () => {
  await server.close()
  await receiver.close()
})

describe('GET /native/integrations/{id}/execute (executeNativeIntegration)', () => {
  test('queues one run for a trigger and a number, and runs for other numbers beside it', async () => {
    await connect('/runs')
    await api.configure(id, { Events: ['group.created'] })
    const both = await Promise.all([api.execute(id, '?number=1'), api.execute(id, '?number=1')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const first = both.find(({ statusCode }) => statusCode === 200)?.json()
    expect(first).toMatchObject({ IntegrationId: id, Trigger: 'manual', Number: '1', Status: 'Pending' })
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'run-under-way',
      ExecutionId: first.ExecutionId,
    })
    expect((await api.execute(id, '?number=2')).statusCode).toBe(200)
    expect((await api.execute(id)).headers['cache-control']).toBe('no-store')
    await api.retry(id)
    expect((await api.executions(id)).map(({ Status }) => Status)).toEqual(['Succeeded', 'Succeeded', 'Succeeded'])
    expect((await api.execute(id, '?number=1')).statusCode).toBe(200)
  })

  test('queues nothing for a HEAD, and returns 400 for a trigger of another form', async () => {
    await connect('/head')
    await api.configure(id, { Events: ['group.created'] })
    const head = await server.app.inject({
      method: 'HEAD',
      url: `/native/integrations/${id}/execute`,
      headers: { authorization: `ApiKey ${mine.key}` },
    })
    expect(head.statusCode).toBe(200)
    expect((await api.execute(id, '?trigger=A%20B')).statusCode).toBe(400)
    expect(await api.executions(id)).toEqual([])
  })
})

describe('GET /native/integrations/{id}/executions (listNativeExecutions)', () => {
  test('returns pages of the runs, and orders and filters by each column', async () => {
    await connect('/pages')
    await api.configure(id, { Events: ['group.created'] })
    for (const number of ['1', '2', '3']) await api.run(id, `?number=${number}`)
    expect((await api.executions(id)).map((row) => row.Number)).toEqual(['3', '2', '1'])
    expect((await api.executions(id, '?$orderby=Number&$top=1')).map((row) => row.Number)).toEqual(['1'])
    expect(await api.executions(id, `?$filter=${encodeURIComponent("Status eq 'Failed'")}`)).toEqual([])
    expect((await mine.get(`/native/integrations/${id}/executions?$filter=Nothing eq 1`)).statusCode).toBe(400)
    const reader = await server.caller(mine.tenant, ['contacts:read'])
    expect((await reader.get(`/native/integrations/${id}/executions`)).statusCode).toBe(403)
  })
})
