import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RUN_NATIVE } from '#areas/integration/native-integrations/executions/runs.model'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { type Receiver, startReceiver } from '#test/support/integration/receiver'
import { runJobs } from '#test/support/jobs/run-jobs'

let server: TestApp
let receiver: Receiver
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
const connect = (path: string) => api.connect('webhook', id, { Fields: { Url: `${receiver.url}${path}` } })
const at = (path: string) => receiver.arrived.filter((one) => one.path === path)

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

describe('GET /native/connecterconnected (listConnectedConnectors)', () => {
  test('returns the connectors of the integrations that have one, ordered by name', async () => {
    await api.install('csv-to-s3')
    await api.install('mail-digest')
    await connect('/list')
    const states = await api.good<object[]>('listConnectedConnectors', mine.get('/native/connecterconnected'))
    expect(states).toMatchObject([
      { ConnectorName: 's3', IsConnected: false, ConnectedDate: null, Message: 'The connector is not connected.' },
      { ConnectorName: 'webhook', IsConnected: true, ConnectedDate: expect.any(String), Message: null },
    ])
  })
})

describe('POST /native/connectors/{connectorname}/disconnect/{integrationid} (disconnectIntegration)', () => {
  test('deletes the credentials, fails the runs that wait, and may be repeated', async () => {
    await connect('/gone')
    await api.configure(id, { Events: ['group.created'] })
    await api.execute(id)
    const path = `/native/connectors/webhook/disconnect/${id}`
    const state = await api.good('disconnectIntegration', mine.post(path))
    expect(state).toMatchObject({ IsConnected: false, ConnectedDate: null, Message: 'The connector is not connected.' })
    expect((await api.executions(id))[0]).toMatchObject({
      Status: 'Failed',
      Message: 'The connector is not connected.',
    })
    const { etag } = (await mine.get(`/native/integrations/${id}`)).headers
    expect((await mine.post(path)).json()).toEqual(state)
    expect((await mine.get(`/native/integrations/${id}`)).headers.etag).toBe(etag)
    await runJobs(server, RUN_NATIVE)
    expect(at('/gone')).toHaveLength(1)
  })
})
