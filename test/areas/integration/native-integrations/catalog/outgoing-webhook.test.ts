import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { subscribers } from '#areas/joined'
import { createLogger } from '#kernel/logging/logger'
import { deliverEvent } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { nativeApi } from '#test/support/integration/native-integrations'
import { type Receiver, startReceiver } from '#test/support/integration/receiver'
import { type Json, verified } from '#test/support/integration/webhooks'
import { runJobs } from '#test/support/jobs/run-jobs'

const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`

let server: TestApp
let receiver: Receiver
let mine: TestCaller
let id: string
const api = nativeApi(
  () => server,
  () => mine,
)
const connect = (path: string, more: object = {}) =>
  api.connect('webhook', id, { Fields: { Url: `${receiver.url}${path}`, ...more } })
const at = (path: string) => receiver.arrived.filter((one) => one.path === path)

/** Delivers the events of the tenant to the integrations, as the relay does. */
const deliver = async (): Promise<void> => {
  const context = { database: server.database, clock: systemClock, log: server.app.log }
  const { id: tenantId } = mine.tenant
  const events = await server.database.system.outboxEvent.findMany({ where: { tenantId }, orderBy: { id: 'asc' } })
  for (const event of events)
    await deliverEvent(context, subscribers, { subscriber: 'native-integrations', tenantId, eventId: String(event.id) })
}
const addGroup = async (name: string): Promise<number> => {
  const answer = await mine.post('/api/groups/0', { Name: name })
  expect(answer.statusCode, answer.body).toBe(200)
  return Number(answer.json().GroupId ?? answer.json().Id)
}

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

describe('outgoing-webhook', () => {
  test('is connected if the address responds with 2xx to a signed ping', async () => {
    const answer = await connect('/ping', { SigningSecret: SECRET, Authorization: 'Bearer of the receiver' })
    expect(answer.statusCode, answer.body).toBe(200)
    const [ping] = at('/ping')
    expect(ping?.headers.authorization).toBe('Bearer of the receiver')
    expect(verified(SECRET, ping)).toMatchObject({ type: 'integration.ping', tenantKey: mine.tenant.key })
    receiver.on('/no', (response) => response.writeHead(403).end())
    expect((await connect('/no')).statusCode).toBe(422)
    receiver.on('/down', (response) => response.writeHead(502).end())
    const down = await connect('/down')
    expect(down.statusCode).toBe(503)
    expect(down.json().detail).toBe(
      'The receiver responded with the status 502. See the log of the receiver if it does so again. Check the address and the other side, then connect again.',
    )
    const errors = [{ pointer: '/Fields/Url', message: expect.stringContaining('is not accepted') }]
    const inside = await api.connect('webhook', id, { Fields: { Url: 'http://127.0.0.2/' } })
    expect(inside.json()).toMatchObject({ code: 'connection-refused', errors })
    const unknown = await api.connect('webhook', id, { Fields: { Url: 'https://receiver.example/' } })
    expect([unknown.statusCode, unknown.json()]).toMatchObject([503, { errors }])
  })

  test('writes no error to the log of the operator about an address of a tenant that does not respond', async () => {
    const lines: { level: number; err?: object }[] = []
    const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
    const logged = await buildTestApp({ config: { outboundAllowed: '127.0.0.1' }, log })
    try {
      const own = nativeApi(
        () => logged,
        () => mine,
      )
      mine = await logged.tenant()
      const { IntegrationId } = await own.install('outgoing-webhook')
      const answer = await own.connect('webhook', IntegrationId ?? '', { Fields: { Url: 'https://receiver.example/' } })
      expect(answer.statusCode).toBe(503)
      expect(lines.some(({ level }) => level === 30)).toBe(true)
      expect(lines.filter(({ level, err }) => level > 30 || err)).toEqual([])
    } finally {
      await logged.close()
    }
  })

  test('says in the message of a run what to do', async () => {
    const messages = new Map<number, string>()
    for (const status of [301, 401, 404, 422, 500]) {
      await connect('/told')
      await api.configure(id, { Events: ['group.created'] })
      receiver.on('/told', (response) => response.writeHead(status).end())
      const run = await api.run(id, `?number=${status}`)
      messages.set(status, run?.Message ?? '')
      receiver.on('/told', (response) => response.writeHead(204).end())
      if (run?.Status === 'Pending') await api.retry(id)
    }
    expect(
      [...messages.values()].map((text) => text.replace(/^The receiver responded with the status \d{3}\. /, '')),
    ).toEqual([
      'Connect with the address that it redirects to.',
      'Connect with an Authorization and a secret that it accepts.',
      'Connect with the address that receives events.',
      'See the log of the receiver for what it does not accept.',
      'See the log of the receiver if it does so again.',
    ])
  })

  test('posts each event of its configuration once, signed, with the id of the run', async () => {
    await connect('/events', { SigningSecret: SECRET })
    await api.configure(id, { Events: ['group.created'], PayloadStyle: 'full' })
    const groupId = await addGroup('Board')
    await deliver()
    await deliver()
    await runJobs(server, 'native.run')
    const posts = at('/events').slice(1)
    expect(posts).toHaveLength(1)
    expect(verified(SECRET, posts[0])).toMatchObject({
      type: 'group.created',
      tenantKey: mine.tenant.key,
      data: { Entity: 'group', Id: groupId, Record: { Name: 'Board' } },
    })
    const [run] = await api.executions(id)
    expect(run).toMatchObject({
      Trigger: 'group.created',
      Number: String(groupId),
      Status: 'Succeeded',
      StartedBy: 'system',
    })
    expect(posts[0]?.id).toBe(`msg_${mine.tenant.id}_${run?.ExecutionId}`)
  })

  test('starts no run for other events, while it is paused, or before it is connected', async () => {
    await api.configure(id, { Events: ['group.*'] })
    await addGroup('Before')
    await deliver()
    await connect('/paused')
    await api.configure(id, { Events: ['group.*'], IsPaused: true })
    await addGroup('Paused')
    await deliver()
    await api.configure(id, { Events: ['task.*'] })
    await addGroup('Other')
    await deliver()
    expect(await api.executions(id)).toEqual([])
    expect(await api.integration(id)).toMatchObject({ Triggers: expect.arrayContaining(['task.created', 'manual']) })
  })

  test('sends an event again that a caller names by its kind and record', async () => {
    await connect('/again')
    await api.configure(id, { Events: ['group.created'] })
    const groupId = await addGroup('Again')
    const run = await api.run(id, `?trigger=group.created&number=${groupId}`)
    expect(run).toMatchObject({ Status: 'Succeeded', Number: String(groupId) })
    expect(JSON.parse(at('/again').at(-1)?.body ?? '')).toMatchObject({ type: 'group.created', data: { Id: groupId } })
    for (const query of [
      '?trigger=group.created&number=2147483000',
      '?trigger=task.created&number=1',
      '?trigger=nightly',
    ])
      expect((await api.execute(id, query)).json().code, query).toBe('unknown-trigger')
    const manual = await api.run(id)
    expect(manual).toMatchObject({
      Status: 'Succeeded',
      Trigger: 'manual',
      Number: null,
      Message: 'The event integration.manual was posted.',
    })
    expect((JSON.parse(at('/again').at(-1)?.body ?? '') as Json).type).toBe('integration.manual')
  })

  test('sends the event again that the guide names', async () => {
    const guide = readFileSync(new URL('../../../../../docs/integrators.md', import.meta.url), 'utf8')
    const [query = '', kind = '', number = ''] = /\?trigger=([\w.-]+)&number=(\d+)/.exec(guide) ?? []
    await connect('/guide')
    expect((await api.configure(id, { Events: [kind] })).statusCode).toBe(200)
    const data = {
      kind,
      entity: kind.slice(0, kind.indexOf('.')),
      entityId: Number(number),
      auditId: 1,
      actor: 'system',
    }
    await server.database.system.outboxEvent.create({
      data: { ...data, tenantId: mine.tenant.id, payload: {}, occurredAt: new Date() },
    })
    expect(await api.run(id, query)).toMatchObject({ Status: 'Succeeded', Trigger: kind, Number: number })
  })

  test('requires the scopes of the records that the full style contains', async () => {
    const limited = await server.caller(mine.tenant, ['native-integrations:write'])
    const put = (values: object) =>
      limited.get(`/native/integrations/${id}/configure/put?values=${encodeURIComponent(JSON.stringify(values))}`)
    expect((await put({ Events: ['group.*'], PayloadStyle: 'full' })).statusCode).toBe(403)
    expect((await put({ Events: ['group.*'], PayloadStyle: 'thin' })).statusCode).toBe(200)
    expect((await put({ Events: ['nothing.*'] })).json().errors[0]).toEqual({
      pointer: 'query:values/Events/0',
      message: expect.stringContaining('GET /api/webhooks/setup/actiontypes/lookup lists the events.'),
    })
  })

  test('tries again after a temporary failure, and ends with a permanent one', async () => {
    await connect('/flaky')
    await api.configure(id, { Events: ['group.created'] })
    receiver.on('/flaky', (response) => response.writeHead(503).end())
    const waiting = await api.run(id)
    expect(waiting).toMatchObject({
      Status: 'Pending',
      Attempts: 1,
      Message: 'The receiver responded with the status 503. See the log of the receiver if it does so again.',
      EndedDate: null,
    })
    expect(Date.parse(waiting?.DueDate ?? '')).toBeGreaterThan(Date.now() + 30_000)
    expect((await api.execute(id)).json()).toMatchObject({ code: 'run-under-way', ExecutionId: waiting?.ExecutionId })
    receiver.on('/flaky', (response) => response.writeHead(204).end())
    await api.retry(id)
    expect((await api.executions(id))[0]).toMatchObject({ Status: 'Succeeded', Attempts: 2, DueDate: null })
    receiver.on('/flaky', (response) => response.writeHead(404).end())
    expect(await api.run(id, '?number=2')).toMatchObject({ Status: 'Failed', Attempts: 1 })
    expect(await api.integration(id)).toMatchObject({ Status: 'Failed', LastExecutionStatus: 'Failed' })
    const posts = at('/flaky').slice(1)
    expect(new Set(posts.slice(0, 2).map((one) => one.id)).size).toBe(1)
  })
})
