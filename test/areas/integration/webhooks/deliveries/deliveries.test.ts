import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, type Json, SETUP, verified } from '#test/support/integration/webhooks'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
})
afterAll(() => bench.close())

const { at, good, attempts, arrivals, state, logged, hurry } = deliveriesOf(() => bench)

test('a thin delivery is signed and contains only the ids of the record and related records', async () => {
  const { id, secret } = await bench.webhook('/thin', { WebHookFilters: ['group.*'] })
  await bench.emit([7])
  await arrivals('/thin', 1)
  const [one] = at('/thin')
  expect(verified(secret, one)).toEqual({
    type: 'group.updated',
    timestamp: expect.stringMatching(/Z$/),
    tenantKey: bench.mine.tenant.key,
    data: { Entity: 'group', Id: 7, AuditId: 1, ContactId: 7 },
  })
  expect(one?.headers['content-type']).toBe('application/json')
  const [attempt] = await logged(id, 1)
  expect(attempt).toMatchObject({
    MessageId: one?.id,
    EventType: 'group.updated',
    IsSuccess: true,
    StatusCode: 204,
    Error: null,
    IsTest: false,
    DeliveryStatus: 'delivered',
    NextAttemptDate: null,
  })
})

test('a full delivery contains the documented record, or null without one', async () => {
  const { secret } = await bench.webhook('/whole', {
    PayloadStyle: 'full',
    WebHookFilters: ['contact.created', 'group.created', 'group.updated', 'directory.created'],
  })
  const person = { FirstName: 'Ada', LastName: 'Byron' }
  const ada = (await bench.mine.post('/api/contacts/person/0', person)).json().ContactId
  const works = { OrganizationName: 'Harbor Works' }
  const harbor = (await bench.mine.post('/api/contacts/org/0', works)).json().ContactId
  const group = (await bench.mine.post('/api/groups/0', { Name: 'News' })).json().GroupId
  await bench.emit([2_000_000_000])
  await arrivals('/whole', 4)
  const bodies = at('/whole').map((one) => verified(secret, one).data as Json)
  const of = (id: number, entity = 'group') => bodies.find(({ Id, Entity }) => Id === id && Entity === entity)
  const reader = await bench.server.caller(bench.mine.tenant, ['contacts:read', 'groups:read'])
  const read = async (path: string) => (await reader.get(path)).json()
  expect(of(ada, 'contact')?.Record).toEqual(await read(`/api/contacts/person/${ada}`))
  expect(of(harbor, 'contact')?.Record).toMatchObject({ ContactDisplayName: 'Harbor Works' })
  expect(of(group)).toMatchObject({ Entity: 'group', AuditId: 1, Record: await read(`/api/groups/${group}`) })
  expect(of(2_000_000_000)).toMatchObject({ Record: null, Details: { Note: 'private' } })
})

test('a full delivery contains the records of work, a calendar without the address of its feed', async () => {
  const { secret } = await bench.webhook('/work', {
    PayloadStyle: 'full',
    WebHookFilters: ['task.*', 'project.*', 'calendar.*', 'calendaritem.*', 'workflow.*'],
  })
  const made = async (path: string, body: object) => (await bench.mine.post(path, body)).json()
  const project = (await made('/api/projects/0', { Name: 'Harbor fest' })).ProjectId
  const task = (await made('/api/task/items/0', { Name: 'Call the band', ProjectId: String(project) })).TaskItemId
  const calendar = { Name: 'Public', IsPublicViewable: true, IsICalPublishingEnabled: true }
  const calendarId = (await made('/api/calendars/0', calendar)).CalendarId
  const meeting = { Title: 'Fest', Start: '2026-12-01T10:00:00', End: '2026-12-01T11:00:00' }
  const item = (await made(`/api/calendars/${calendarId}/items/0`, meeting)).CalendarItemId
  const workflow = (await made('/api/workflows/0', { Name: 'Welcome', SystemScheduleTypeId: '1' })).WorkflowId
  expect([project, task, calendarId, item, workflow]).toEqual(Array(5).fill(expect.any(Number)))
  await arrivals('/work', 5)
  const bodies = at('/work').map((one) => verified(secret, one).data as Json)
  const of = (entity: string) => bodies.find(({ Entity }) => Entity === entity)?.Record
  const reader = await bench.server.caller(bench.mine.tenant, ['tasks:read', 'calendars:read', 'workflows:read'])
  const read = async (path: string) => (await reader.get(path)).json()
  expect(of('project')).toEqual({
    ...(await read(`/api/projects/${project}`)),
    TaskCount: expect.any(Number),
    OpenTaskCount: expect.any(Number),
  })
  expect(of('task')).toEqual(await read(`/api/task/items/${task}/0/0`))
  const { EntireUrl } = (await bench.mine.get(`/api/calendars/${calendarId}`)).json()
  expect(EntireUrl).toContain('/api/public/calendars/')
  expect(of('calendar')).toEqual({ ...(await read(`/api/calendars/${calendarId}`)), EntireUrl: null })
  expect(of('calendaritem')).toEqual(await read(`/api/calendars/${calendarId}/items/${item}`))
  expect(of('workflow')).toEqual(await read(`/api/workflows/getworkflow/${workflow}`))
  expect((await bench.mine.delete(`/api/calendars/${calendarId}/items/${item}`)).statusCode).toBe(200)
  await arrivals('/work', 6)
  expect(verified(secret, at('/work')[5]).data).toMatchObject({ Entity: 'calendaritem', Id: item, Record: null })
})

test('an event is delivered to each webhook of its tenant whose filter matches', async () => {
  const theirs = await bench.server.tenant()
  await bench.webhook('/a', { WebHookFilters: ['group.updated'] })
  await bench.webhook('/b', { WebHookFilters: ['contact.*', 'group.deleted'] })
  await bench.webhook('/theirs', { WebHookFilters: ['group.*'] }, theirs)
  await bench.emit([31, 32])
  await bench.emit([33], theirs)
  await arrivals('/a', 2)
  await arrivals('/theirs', 1)
  const ids = (path: string) =>
    at(path)
      .map(({ body }) => JSON.parse(body).data.Id)
      .sort()
  expect([ids('/a'), ids('/b'), ids('/theirs')]).toEqual([[31, 32], [], [33]])
})

test('a failed delivery is retried with the same id and body and a new signature', async () => {
  const { id, secret } = await bench.webhook('/again', { WebHookFilters: ['group.*'] })
  const answers = [500, 302, 404]
  bench.receiver.on('/again', (response, { headers }) => {
    const status = answers.shift() ?? 200
    response.writeHead(status, { location: '/elsewhere' }).end(`no ${headers['webhook-id']}\0`)
  })
  await bench.emit([41])
  for (let tries = 1; tries <= 4; tries++) {
    await logged(id, tries)
    await hurry(id)
  }
  expect(at('/elsewhere')).toEqual([])
  const all = at('/again')
  expect(new Set(all.map((one) => `${one.id} ${one.body}`)).size).toBe(1)
  for (const one of all) verified(secret, one)
  const log = await attempts(id)
  expect(log.map(({ StatusCode, IsSuccess }) => [StatusCode, IsSuccess])).toEqual([
    [200, true],
    [404, false],
    [302, false],
    [500, false],
  ])
  expect(log[2]?.Error).toContain('not followed')
  const first = `${SETUP}/${id}/attempts/${log[3]?.AttemptId}`
  expect(await good('getWebhookAttempt', bench.mine.get(first))).toMatchObject({
    Body: all[0]?.body,
    Answer: `no ${all[0]?.id}`,
    DeliveryStatus: 'delivered',
  })
  expect(await state(id)).toMatchObject({ FailingSinceDate: null, LastSuccessDate: expect.any(String) })
})

test('a delivery waits for the Retry-After of the receiver, and the attempt shows the time', async () => {
  const { id } = await bench.webhook('/later', { WebHookFilters: ['group.*'] })
  bench.receiver.on('/later', (response) => void response.writeHead(503, { 'retry-after': '7200' }).end())
  await bench.emit([51])
  const [attempt] = await logged(id, 1)
  const pause = Date.parse(String(attempt?.NextAttemptDate)) - Date.parse(String(attempt?.AttemptDate))
  expect(pause).toBeGreaterThanOrEqual(7_200_000)
  expect(pause).toBeLessThan(7_260_000)
  expect(await state(id)).toMatchObject({ WaitingCount: 1, FailedCount: 0, FailingSinceDate: expect.any(String) })
})

describe('POST /api/webhooks/setup/{webhookid}/test (testWebhook)', () => {
  test('sends each test once, also for a paused webhook, without effect on its health', async () => {
    const { id, secret } = await bench.webhook('/try', { WebHookFilters: ['group.*'], IsPaused: true })
    bench.receiver.on('/try', (response) => void response.writeHead(500).end())
    expect((await bench.mine.post(`${SETUP}/${id}/test`, {})).json()).toEqual({})
    expect((await bench.mine.post(`${SETUP}/${id}/test`, { WebHookFilters: '["group.created"]' })).statusCode).toBe(200)
    const log = await logged(id, 2)
    expect(log.map(({ EventType, IsTest, DeliveryStatus }) => [EventType, IsTest, DeliveryStatus]).sort()).toEqual([
      ['group.created', true, 'failed'],
      ['webhook.ping', true, 'failed'],
    ])
    expect(verified(secret, at('/try')[0])).toMatchObject({ data: { Id: 0, IsTest: true } })
    expect(await state(id)).toMatchObject({ FailingSinceDate: null, FailedCount: 0 })
  })
})

test('a delivery to a name that now resolves to an internal address is not sent', async () => {
  const { id } = await bench.webhook('/inside', { WebHookFilters: ['group.*'] })
  const { port } = new URL(bench.receiver.url)
  await bench.server.database.system.webhook.updateMany({
    where: { id },
    data: { url: `http://127.0.0.2:${port}/inside` },
  })
  await bench.emit([71])
  const [attempt] = await logged(id, 1)
  expect(attempt).toMatchObject({ IsSuccess: false, StatusCode: null, Error: expect.stringContaining('may not be') })
})
