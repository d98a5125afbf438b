import '#areas/index'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEventKinds } from '#kernel/outbox/event-kind'
import { openWebhookBench, type WebhookBench } from '#test/support/integration/webhook-bench'
import { deliveriesOf, SETUP } from '#test/support/integration/webhooks'
import { refusal } from '#test/support/people/contact-parts'
import { expectShape } from '#test/support/server/contract-shape'

let bench: WebhookBench
beforeAll(async () => {
  bench = await openWebhookBench()
  await bench.work()
})
afterAll(() => bench.close())

const good = async (operationId: string, call: ReturnType<WebhookBench['mine']['get']>) => {
  const answer = await call
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape(operationId, answer.json())
  return { body: answer.json(), etag: String(answer.headers.etag) }
}
const save = (body: object, headers?: Record<string, string>) => bench.mine.post(SETUP, body, headers)
const details = async (id: number | string) => (await good('getWebhook', bench.mine.get(`${SETUP}/details/${id}`))).body
const { attempts, logged } = deliveriesOf(() => bench)

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('creates a webhook after a signed ping, returns its secret once, and it can be read, listed, changed and deleted', async () => {
    const url = `${bench.receiver.url}/made`
    const wish = { WebHookFilters: '["contact.*","group.updated"]', Description: ' CRM copy ', Url: url }
    const { body, etag } = await good('saveWebhook', save(wish))
    expect(body).toMatchObject({
      WebHookFilters: ['contact.*', 'group.updated'],
      Description: 'CRM copy',
      Url: url,
      IsPaused: true,
      PayloadStyle: 'thin',
      IgnoreWebhookValidation: false,
      RotateSecret: false,
    })
    expect(body.Id).toBe(body.WebHookId)
    expect(body.Secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(etag).toBe('"1"')
    const changed = await good('saveWebhook', save({ Id: body.Id, IsPaused: false }))
    const [ping] = bench.receiver.arrived.filter(({ path }) => path === '/made')
    expect(new Webhook(body.Secret).verify(ping?.body ?? '', ping?.headers ?? {})).toMatchObject({
      type: 'webhook.ping',
      tenantKey: bench.mine.tenant.key,
    })
    const masked = { ...body, IsPaused: false, Secret: `whsec_****${body.Secret.slice(-4)}` }
    expect([changed.body, changed.etag]).toEqual([masked, '"2"'])
    expect(await details(body.Id)).toEqual(masked)
    const list = await good('listWebhooks', bench.mine.get(SETUP))
    expect(list.body.find(({ Id }: { Id: string }) => Id === body.Id)).toEqual({
      Id: body.Id,
      WebHookId: body.Id,
      Description: 'CRM copy',
      Url: url,
      IsPaused: false,
      PausedDate: null,
      PauseReason: null,
      FailingSinceDate: null,
      LastSuccessDate: null,
      Actions: ['edit', 'test', 'pause', 'delete'],
    })
    const paused = await good('saveWebhook', save({ WebHookId: Number(body.Id), Url: url, IsPaused: true }))
    expect(paused.body).toEqual({ ...masked, IsPaused: true })
    expect(await refusal(save({ Id: body.Id, Url: url }, { 'if-match': '"1"' }))).toEqual([412, 'precondition-failed'])
    const reset = {
      Id: body.Id,
      Url: url,
      IsPaused: false,
      WebHookFilters: null,
      Description: null,
      PayloadStyle: null,
    }
    expect((await good('saveWebhook', save(reset, { 'if-match': paused.etag }))).body).toMatchObject({
      WebHookFilters: ['*'],
      Description: null,
      PayloadStyle: 'thin',
      IsPaused: false,
    })
    expect((await bench.mine.delete(`${SETUP}/${body.Id}`, { 'if-match': '"1"' })).statusCode).toBe(412)
    await good('deleteWebhook', bench.mine.delete(`${SETUP}/${body.Id}`))
    for (const gone of [bench.mine.get(`${SETUP}/details/${body.Id}`), bench.mine.delete(`${SETUP}/${body.Id}`)])
      expect((await gone).statusCode).toBe(404)
    expect((await save({ Id: body.Id, Url: url })).statusCode).toBe(404)
    const { system } = bench.server.database
    expect(await system.webhookSecret.count({ where: { webhookId: Number(body.Id) } })).toBe(0)
    const history = await system.auditEntry.findMany({ where: { entity: 'webhook', entityId: Number(body.Id) } })
    expect(history.map(({ action }) => action)).toEqual(['created', 'updated', 'updated', 'updated', 'deleted'])
    expect(JSON.stringify(history.map(({ changes }) => changes))).not.toMatch(/whsec|\/made/)
  })

  test('changes only the fields that are sent', async () => {
    const url = `${bench.receiver.url}/partial`
    const first = { WebHookFilters: ['group.*'], Description: 'Copy', IgnoreWebhookValidation: true }
    const { Id } = (await good('saveWebhook', save({ ...first, Url: url }))).body
    const settings = (await good('saveWebhook', save({ Id, IgnoreWebhookValidation: false }))).body
    const pings = () => bench.receiver.arrived.filter(({ path }) => path === '/partial').length
    expect((await good('saveWebhook', save({ Id, IsPaused: true }))).body).toEqual({ ...settings, IsPaused: true })
    expect(pings()).toBe(1)
    expect((await good('saveWebhook', save({ WebHookId: Id, IsPaused: false }))).body).toEqual(settings)
    expect(pings()).toBe(2)
    const { body } = await good('saveWebhook', save({ Id, PayloadStyle: 'full' }))
    expect(body).toEqual({ ...settings, PayloadStyle: 'full' })
    for (const Url of [null, ' ']) expect(await refusal(save({ Id, Url }))).toEqual([400, '/Url'])
    expect(await details(Id)).toEqual(body)
  })

  test('stores the secret sealed', async () => {
    const { id, secret } = await bench.webhook('/sealed')
    const [row] = await bench.server.database.system.webhookSecret.findMany({ where: { webhookId: id } })
    expect(JSON.stringify(row)).not.toContain(secret.slice(6, -4))
  })

  test.each([
    ['no Url', {}, [400, '/Url']],
    ['a Url of spaces', { Url: ' ' }, [400, '/Url']],
    ['a Url that is none', { Url: 'nowhere' }, [400, '/Url']],
    ['a filter of another form', { WebHookFilters: ['Contact'] }, [400, '/WebHookFilters/0']],
    ['a filter that takes nothing', { WebHookFilters: ['contact.*', 'contact.sung'] }, [422, '/WebHookFilters/1']],
    ['an unknown style', { PayloadStyle: 'fat' }, [400, '/PayloadStyle']],
    ['two ids', { Id: '1', WebHookId: '2' }, [400, '/Id']],
    ['an id that is none', { Id: 'x' }, [400, '/Id']],
    ['an id that does not exist', { Id: '9999999999' }, [404, 'not-found']],
    ['another scheme', { Url: 'ftp://example.org/' }, [422, '/Url']],
    ['credentials in the Url', { Url: 'https://a:b@example.org/' }, [422, '/Url']],
  ])('rejects %s', async (_name, body, refused) => {
    const whole = { Url: `${bench.receiver.url}/refused`, IgnoreWebhookValidation: true, ...body }
    const sent = 'Url' in body || Object.keys(body).length > 0 ? whole : {}
    expect(await refusal(save(sent))).toEqual(refused)
  })

  test('requires the scopes of the records for the full style', async () => {
    const few = await bench.server.caller(bench.mine.tenant, ['webhooks:write', 'webhooks:read', 'groups:read'])
    const body = { Url: `${bench.receiver.url}/full`, PayloadStyle: 'full' }
    expect(await refusal(few.post(SETUP, body))).toEqual([403, 'insufficient-scope'])
    expect(await refusal(few.post(`${SETUP}/add/realestate`, body))).toEqual([403, 'insufficient-scope'])
    const needed = {
      'contact.updated': 'contacts',
      'membership.*': 'memberships',
      'task.updated': 'tasks',
      'project.*': 'tasks',
      'calendar.*': 'calendars',
      'calendaritem.created': 'calendars',
      'workflow.entered': 'workflows',
    }
    for (const [kind, scope] of Object.entries(needed)) {
      const refused = await few.post(SETUP, { ...body, WebHookFilters: [kind] })
      expect([refused.statusCode, refused.json().code], kind).toEqual([403, 'insufficient-scope'])
      expect(refused.json().detail, kind).toContain(`requires the scope ${scope}:read`)
    }
    const made = await few.post(SETUP, { ...body, WebHookFilters: ['group.*', 'signature.created'] })
    expect(made.statusCode).toBe(200)
    const { id } = await bench.webhook('/full', { PayloadStyle: 'full' })
    const moved = { ...body, Url: `${body.Url}-elsewhere`, Id: String(id) }
    expect(await refusal(few.post(SETUP, moved))).toEqual([403, 'insufficient-scope'])
  })
})

describe('GET /api/webhooks/setup (listWebhooks)', () => {
  test('returns the webhooks by description, without secrets', async () => {
    const mine = await bench.server.tenant()
    for (const Description of ['Zoo', 'Alpha']) await bench.webhook(`/list/${Description}`, { Description }, mine)
    const response = await mine.get(SETUP)
    expect(response.json().map(({ Description }: { Description: string }) => Description)).toEqual(['Alpha', 'Zoo'])
    expect(response.body).not.toContain('whsec_')
  })
})

describe('GET /api/webhooks/setup/details/{webhookid} (getWebhook)', () => {
  test('returns the settings with a masked secret and the version', async () => {
    const { id, secret } = await bench.webhook('/details', { WebHookFilters: ['group.*'] })
    const response = await bench.mine.get(`${SETUP}/details/${id}`)
    expect(response.json()).toMatchObject({
      WebHookId: String(id),
      WebHookFilters: ['group.*'],
      Secret: `whsec_****${secret.slice(-4)}`,
    })
    expect(response.headers.etag).toBe('"1"')
    expect((await bench.mine.get(`${SETUP}/details/9999999999`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/webhooks/setup/{webhookid} (deleteWebhook)', () => {
  test('sends nothing more; the attempts can still be read', async () => {
    const { id } = await bench.webhook('/deleted', { WebHookFilters: ['group.*'] })
    bench.receiver.on('/deleted', (response) => void response.writeHead(500).end())
    await bench.emit([95])
    await logged(id, 1)
    expect((await bench.mine.delete(`${SETUP}/${id}`)).statusCode).toBe(200)
    expect((await attempts(id))[0]).toMatchObject({ DeliveryStatus: 'dropped', NextAttemptDate: null })
    expect((await bench.mine.get(`${SETUP}/${id}/state`)).statusCode).toBe(404)
    expect(
      (await bench.mine.post(`${SETUP}/${id}/replay`, { From: '2026-01-01', To: '2027-01-01' })).statusCode,
    ).not.toBe(200)
  })
})

describe('POST /api/webhooks/setup/add/realestate (addRealEstateWebhook)', () => {
  test('creates one webhook for each Url', async () => {
    const body = { Url: `${bench.receiver.url}/listings` }
    const made = await good('addRealEstateWebhook', bench.mine.post(`${SETUP}/add/realestate`, body))
    expect(made.body).toMatchObject({
      Description: 'Listing service',
      PayloadStyle: 'full',
      Secret: expect.stringMatching(/^whsec_.{44}$/),
      WebHookFilters: ['contact.created', 'contact.updated', 'contact.deleted', 'contact.merged', 'membership.*'],
    })
    expect(await details(made.body.Id)).toMatchObject({ Url: body.Url, PayloadStyle: 'full' })
    expect(await refusal(bench.mine.post(`${SETUP}/add/realestate`, body))).toEqual([409, 'duplicate'])
    expect(await refusal(bench.mine.post(`${SETUP}/add/realestate`, {}))).toEqual([400, '/Url'])
    const inside = { Url: 'https://169.254.169.254/' }
    expect(await refusal(bench.mine.post(`${SETUP}/add/realestate`, inside))).toEqual([422, '/Url'])
  })
})

describe('POST /api/webhooks/setup/{webhookid}/test (testWebhook)', () => {
  test('sends tests of events that the webhook receives, and rejects others', async () => {
    const { id } = await bench.webhook('/tested', { WebHookFilters: ['group.*'] })
    const { body } = await good('getWebhookTest', bench.mine.get(`${SETUP}/${id}/test`))
    const kinds = ['group.created', 'group.updated', 'group.deleted', 'group.memberadded', 'group.memberremoved']
    expect(body).toEqual({ Id: String(id), WebHookId: String(id), WebHookFilters: kinds })
    const at = `${SETUP}/${id}/test`
    expect(await refusal(bench.mine.post(at, { WebHookFilters: ['group.*'] }))).toEqual([422, '/WebHookFilters/0'])
    expect(await refusal(bench.mine.post(at, { WebHookFilters: ['contact.created'] }))).toEqual([
      422,
      '/WebHookFilters/0',
    ])
    expect(await refusal(bench.mine.post(at, { Id: '1' }))).toEqual([400, '/WebHookId'])
    expect((await bench.mine.get(`${SETUP}/999999999/test`)).statusCode).toBe(404)
  })
})

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('rejects more than a hundred webhooks', async () => {
    const other = await bench.server.tenant()
    const data = Array.from({ length: 99 }, () => ({
      tenantId: other.tenant.id,
      url: 'https://example.org/',
      filters: ['*'],
    }))
    await bench.server.database.system.webhook.createMany({ data })
    const wish = { Url: `${bench.receiver.url}/many`, IgnoreWebhookValidation: true }
    const statuses = await Promise.all([1, 2, 3].map(async () => (await other.post(SETUP, wish)).statusCode))
    expect(statuses.sort()).toEqual([200, 422, 422])
  })
})

describe('GET /api/webhooks/setup/{webhookid}/test (getWebhookTest)', () => {
  test('returns the exact names of the events that the filters match', async () => {
    const { id } = await bench.webhook('/tests', { WebHookFilters: ['task.*'] })
    const { body } = await good('getWebhookTest', bench.mine.get(`${SETUP}/${id}/test`))
    const kinds = ['task.created', 'task.updated', 'task.completed', 'task.reopened', 'task.deleted']
    expect([...body.WebHookFilters].sort()).toEqual(kinds.sort())
    expect((await bench.mine.get(`${SETUP}/9999999999/test`)).statusCode).toBe(404)
  })
})

describe('GET /api/webhooks/setup/actiontypes/lookup (lookupWebhookActionTypes)', () => {
  test('returns the event kinds of every area and of the kernel', async () => {
    const source = join(import.meta.dirname, '../../../../src')
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.events.ts'),
    )
    expect(files.length).toBeGreaterThan(12)
    // Lists repeat the kinds, with titles.
    const texts = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Array.isArray(value) ? [] : Object.values(value ?? {}).flatMap(texts)
    const modules = await Promise.all(files.map((name) => import(join(source, name)) as Promise<object>))
    const known = listEventKinds().map(({ kind }) => kind)
    // An area can export a kind by itself and in a group.
    const exported = new Set(modules.flatMap((module) => Object.values(module).flatMap(texts)))
    expect([...known].sort()).toEqual([...exported].sort())
    expect(new Set(known).size).toBe(known.length)
    const { body } = await good('lookupWebhookActionTypes', bench.mine.get(`${SETUP}/actiontypes/lookup`))
    expect(body.map(({ Id }: { Id: string }) => Id)).toEqual(known)
    expect(body).toContainEqual({
      Id: 'contact.merged',
      Name: 'Contact merged with another',
      ExtraData: 'contacts',
      CssColor: null,
      IsSelected: false,
      IsDeleted: false,
      Order: known.indexOf('contact.merged') + 1,
    })
  })
})

describe('POST /api/webhooks/setup (saveWebhook)', () => {
  test('matches every event with the filter *', async () => {
    const { id } = await bench.webhook('/all', { WebHookFilters: [] })
    const { body } = await good('getWebhookTest', bench.mine.get(`${SETUP}/${id}/test`))
    expect(body.WebHookFilters).toEqual(listEventKinds().map(({ kind }) => kind))
  })
})
