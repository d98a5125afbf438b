import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTopics } from '#areas/work/help/shared-topics/shared-topics.model'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
})
afterAll(() => server.close())

const read = async (caller: TestCaller, key: string) => {
  const answer = await caller.get(`/api/help/${key}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('getHelpTopic', answer.json())
  return answer.json()
}
const save = (caller: TestCaller, key: string, body: object, headers?: Record<string, string>) =>
  caller.post(`/api/help/${key}`, body, headers)
const visit = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })
const screens = async (caller: TestCaller): Promise<{ ScreenKey: string; HasHelpTopic: boolean }[]> => {
  const answer = await caller.get('/api/help/all')
  expectShape('listHelpTopics', answer.json())
  return answer.json()
}

describe('GET /api/help/all (listHelpTopics)', () => {
  test('lists the shared topics without a credential, ordered by key', async () => {
    const all = await visit('/api/help/all')
    expect(all.statusCode).toBe(200)
    expectShape('listHelpTopics', all.json())
    expect(all.json().length).toBe(sharedTopics.size)
    const keys = all.json().map(({ ScreenKey }: { ScreenKey: string }) => ScreenKey)
    expect(keys).toEqual([...keys].sort())
  })

  test('lists a topic that another one references and that does not exist yet', async () => {
    await save(mine, 'referencing', { Title: 'One', RelatedTopics: [{ DocumentId: 'later' }] })
    const wanted = (await screens(mine)).find(({ ScreenKey }) => ScreenKey === 'later')
    expect(wanted).toEqual({ ScreenKey: 'later', HasHelpTopic: false, HelpTopicEditDateTime: null })
  })
})

describe('GET /api/help/{screenkey} (getHelpTopic)', () => {
  test('returns shared topics without a credential, from the first request on', async () => {
    const topic = await visit('/api/help/Calendars')
    expectShape('getHelpTopic', topic.json())
    expect(topic.json()).toMatchObject({
      Self: '/api/help/calendars',
      Id: 'shared:calendars',
      Title: 'Calendars',
      Comments: [],
      Edits: [{ EditedBy: null, Title: 'Calendars' }],
    })
    expect(topic.json().FieldHelpText.length).toBeGreaterThan(0)
    const [{ EditedDate }] = topic.json().Edits
    const listed = (await visit('/api/help/all')).json()
    expect(listed).toContainEqual({ ScreenKey: 'calendars', HasHelpTopic: true, HelpTopicEditDateTime: EditedDate })
    // The date of the shared set, not that of the start of the server.
    expect(EditedDate).toMatch(/T00:00:00\.000Z$/)
  })

  test('returns an empty topic for an unknown key', async () => {
    const empty = {
      Id: null,
      Title: null,
      SummaryHtml: null,
      DetailHtml: null,
      FieldHelpText: [],
      RelatedTopics: [],
      RelatedLinks: [],
      Comments: [],
      Edits: [],
    }
    expect(await read(mine, 'no.such-screen')).toMatchObject({ ScreenKey: 'no.such-screen', ...empty })
    expect((await visit('/api/help/items')).json()).toMatchObject({ ScreenKey: 'items', ...empty })
    expect((await visit('/api/help/%20')).statusCode).toBe(400)
  })
})

describe('POST /api/help/{screenkey} (saveHelpTopic)', () => {
  test('starts from the shared topic and replaces it only for its tenant, until it is deleted', async () => {
    const caller = await server.tenant()
    const start = await caller.get('/api/help/items/Tasks')
    expectShape('getHelpTopicForEditing', start.json())
    expect(start.headers.etag).toBe('"0"')
    const saved = await save(caller, 'Tasks', { Title: ' Our tasks ' }, { 'if-match': '"0"' })
    expectShape('saveHelpTopic', saved.json())
    expect(saved.json()).toMatchObject({ ScreenKey: 'Tasks', HasHelpTopic: true })
    expect(saved.headers.etag).toBe('"1"')
    const topic = await read(caller, 'tasks')
    expect(topic).toMatchObject({ ScreenKey: 'Tasks', Title: 'Our tasks', SummaryHtml: start.json().SummaryHtml })
    expect(topic.Id).toMatch(/^\d+$/)
    const other = await server.tenant()
    expect(await read(other, 'tasks')).toMatchObject({ Id: 'shared:tasks', Title: 'Tasks and projects' })
    expect((await visit('/api/help/tasks')).json().Title).toBe('Tasks and projects')
    const gone = await caller.delete('/api/help/TASKS')
    expectShape('deleteHelpTopic', gone.json())
    expect(gone.json()).toMatchObject({ ScreenKey: 'tasks', HasHelpTopic: true })
    expect(await read(caller, 'tasks')).toMatchObject({ Id: 'shared:tasks' })
    expect((await caller.delete('/api/help/tasks')).json()).toEqual(gone.json())
  })
})

describe('DELETE /api/help/{screenkey} (deleteHelpTopic)', () => {
  test('lets the next topic continue with its versions, so that old versions cannot overwrite it', async () => {
    const ifMatch = (tag: unknown) => ({ 'if-match': String(tag) })
    await save(mine, 'Replaced', { Title: 'First' })
    const first = (await mine.get('/api/help/items/replaced')).headers.etag
    await mine.delete('/api/help/replaced')
    expect((await mine.get('/api/help/items/replaced')).headers.etag).toBe('"0"')
    const second = (await save(mine, 'replaced', { Title: 'Second' }, ifMatch('"0"'))).headers.etag
    expect([first, second]).toEqual(['"1"', '"3"'])
    expect((await save(mine, 'replaced', { Title: 'Stale' }, ifMatch(first))).statusCode).toBe(412)
    expect((await mine.delete('/api/help/replaced', ifMatch(first))).statusCode).toBe(412)
    await mine.delete('/api/help/replaced', ifMatch(second))
    expect((await save(mine, 'REPLACED', { Title: 'Third' })).headers.etag).toBe('"5"')
    expect((await save(mine, 'another', { Title: 'First' })).headers.etag).toBe('"1"')
    expect((await save(await server.tenant(), 'replaced', { Title: 'First' })).headers.etag).toBe('"1"')
  })
})

describe('POST /api/help/{screenkey} (saveHelpTopic)', () => {
  test('changes the fields that are sent, clears by null and replaces lists', async () => {
    const RelatedLinks = [{ DisplayText: null, Url: 'https://example.org/a' }]
    const FieldHelpText = [{ FieldName: ' City ', HelpHtml: '<b>Where</b>' }]
    await save(mine, 'own.screen', { Title: 'One', SummaryHtml: '<p>S</p>', RelatedLinks, FieldHelpText })
    await save(mine, 'own.screen', { DetailHtml: '<h2>D</h2>' })
    expect(await read(mine, 'own.screen')).toMatchObject({
      Title: 'One',
      SummaryHtml: '<p>S</p>',
      DetailHtml: '<h2>D</h2>',
      RelatedLinks,
      FieldHelpText: [{ FieldName: 'City', HelpHtml: '<b>Where</b>' }],
    })
    await save(mine, 'own.screen', { SummaryHtml: null, RelatedLinks: [], RelatedTopics: [{ DocumentId: 'later' }] })
    expect(await read(mine, 'own.screen')).toMatchObject({
      SummaryHtml: null,
      DetailHtml: '<h2>D</h2>',
      RelatedLinks: [],
      RelatedTopics: [{ DisplayText: null, DocumentId: 'later' }],
    })
  })

  test('sanitizes HTML, also of fields', async () => {
    const dirty =
      '<h2 onclick="x()">A</h2><script>alert(1)</script><a href="javascript:x()">b</a><iframe src="x"></iframe>'
    await save(mine, 'dirty', {
      Title: 'D',
      SummaryHtml: dirty,
      DetailHtml: dirty,
      FieldHelpText: [{ FieldName: 'F', HelpHtml: dirty }],
    })
    const topic = await read(mine, 'dirty')
    for (const html of [topic.SummaryHtml, topic.DetailHtml, topic.FieldHelpText[0].HelpHtml]) {
      expect(html).toBe('<h2>A</h2><a>b</a>')
    }
  })

  test('records editor and time, and nothing if nothing changes', async () => {
    await save(mine, 'edited', { Title: 'First' })
    await save(mine, 'edited', { Title: 'Second', RelatedTopics: [{ DisplayText: 'T', DocumentId: 'tasks' }] })
    const same = { Title: 'Second', RelatedTopics: [{ DocumentId: 'tasks', DisplayText: 'T' }] }
    expect((await save(mine, 'edited', same)).headers.etag).toBe('"2"')
    const { Edits } = await read(mine, 'edited')
    expect(Edits).toMatchObject([
      { EditedBy: 'test', Title: 'Second' },
      { EditedBy: 'test', Title: 'First' },
    ])
    const visitor = await visit('/api/help/edited', { 'x-tenant-key': mine.tenant.key })
    expect(visitor.json()).toMatchObject({ Title: 'Second', Edits: [{ EditedBy: null }, { EditedBy: null }] })
    const where = { tenantId: mine.tenant.id, entity: 'helptopic' }
    const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'desc' }, take: 2 })
    expect(events.map(({ kind }) => kind)).toEqual(['helptopic.updated', 'helptopic.created'])
  })

  test('lets one of many requests with the same version succeed', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => save(mine, 'raced', { Title: `T${n}` }, { 'if-match': '"0"' })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 412)).toHaveLength(9)
    expect((await mine.delete('/api/help/raced', { 'if-match': '"7"' })).statusCode).toBe(412)
    expect((await read(mine, 'raced')).Edits).toHaveLength(1)
  })

  test.each([
    ['the key "all"', 'all', { Title: 'x' }, 422, 'reserved-key', undefined],
    ['the key "Items"', 'Items', { Title: 'x' }, 422, 'reserved-key', undefined],
    ['a key with a space', 'a%20b', { Title: 'x' }, 400, 'invalid-input', 'path:screenkey'],
    ['no title', 'new', { SummaryHtml: 'x' }, 422, 'name-needed', '/Title'],
    ['a title of spaces', 'tasks', { Title: '  ' }, 422, 'name-needed', '/Title'],
    ['a title of another type', 'new', { Title: {} }, 400, 'invalid-input', '/Title'],
    ['a long title', 'new', { Title: 'x'.repeat(201) }, 400, 'invalid-input', '/Title'],
    ['a long summary', 'new', { Title: 'x', SummaryHtml: 'x'.repeat(20_001) }, 400, 'invalid-input', '/SummaryHtml'],
    [
      'a summary that grows',
      'new',
      { Title: 'x', SummaryHtml: '&'.repeat(19_000) },
      400,
      'invalid-input',
      '/SummaryHtml',
    ],
    [
      'a field without a name',
      'new',
      { Title: 'x', FieldHelpText: [{ FieldName: ' ' }] },
      400,
      'invalid-input',
      '/FieldHelpText/0/FieldName',
    ],
    [
      'a field named twice',
      'new',
      { Title: 'x', FieldHelpText: [{ FieldName: 'A' }, { FieldName: 'a' }] },
      422,
      'named-twice',
      '/FieldHelpText/1/FieldName',
    ],
    [
      'a script for a link',
      'new',
      { Title: 'x', RelatedLinks: [{ Url: 'javascript:alert(1)' }] },
      422,
      'wrong-address',
      '/RelatedLinks/0/Url',
    ],
    ['no link', 'new', { Title: 'x', RelatedLinks: [{ DisplayText: 'x' }] }, 400, 'invalid-input', '/RelatedLinks/0'],
    [
      'a topic under a path',
      'new',
      { Title: 'x', RelatedTopics: [{ DocumentId: 'All' }] },
      400,
      'invalid-input',
      '/RelatedTopics/0/DocumentId',
    ],
    [
      'a topic that can be none',
      'new',
      { Title: 'x', RelatedTopics: [{ DocumentId: '../x' }] },
      400,
      'invalid-input',
      '/RelatedTopics/0/DocumentId',
    ],
  ])('rejects %s', async (_, key, body, status, code, pointer) => {
    const answer = await save(mine, key, body)
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code])
    if (pointer) expect(answer.json().errors[0].pointer).toContain(pointer)
    expect((await visit('/api/help/new', { 'x-tenant-key': mine.tenant.key })).json().Title).toBeNull()
  })
})

describe('GET /api/help/items/{screenkey} (getHelpTopicForEditing)', () => {
  test('returns the shared topic with version 0 until the tenant saves its own', async () => {
    const start = await mine.get('/api/help/items/Groups')
    expectShape('getHelpTopicForEditing', start.json())
    expect(start.headers.etag).toBe('"0"')
    expect(start.json().SummaryHtml).toBe((await read(mine, 'groups')).SummaryHtml)
    await save(mine, 'Groups', { Title: 'Our groups' }, { 'if-match': '"0"' })
    const own = await mine.get('/api/help/items/Groups')
    expect([own.headers.etag, own.json().Title]).toEqual(['"1"', 'Our groups'])
    await mine.delete('/api/help/groups')
  })
})

describe('GET /api/help/{screenkey} (getHelpTopic)', () => {
  test('returns the topics of the tenant in X-Tenant-Key, of the credential’s tenant, or the shared ones', async () => {
    await save(mine, 'who', { Title: 'Mine' })
    expect((await visit('/api/help/who')).json().Title).toBeNull()
    expect((await visit('/api/help/who', { 'x-tenant-key': mine.tenant.key })).json().Title).toBe('Mine')
    const powerless = await server.caller(mine.tenant, [])
    expect((await read(powerless, 'who')).Title).toBe('Mine')
    for (const key of ['nobody-here', 'No Key']) {
      const answer = await visit('/api/help/all', { 'x-tenant-key': key })
      expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, 'header:X-Tenant-Key'])
    }
    const bad = await visit('/api/help/who', { authorization: 'ApiKey wrong' })
    expect(bad.statusCode).toBe(401)
  })

  test('requires help:read for editing and help:write for changes', async () => {
    const reader = await server.caller(mine.tenant, ['help:read'])
    expect((await reader.get('/api/help/items/tasks')).statusCode).toBe(200)
    const powerless = await server.caller(mine.tenant, ['contacts:read'])
    expect((await powerless.get('/api/help/items/tasks')).statusCode).toBe(403)
    for (const answer of [
      await save(reader, 'tasks', { Title: 'x' }),
      await reader.delete('/api/help/tasks'),
      await reader.post('/api/help/tasks/comments', { Text: 'x' }),
      await reader.delete('/api/help/tasks/comments/1'),
    ]) {
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'insufficient-scope'])
    }
  })
})
