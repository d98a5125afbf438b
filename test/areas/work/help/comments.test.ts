import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
const visit = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

describe('POST /api/help/{screenkey}/comments (addHelpComment)', () => {
  test('adds a comment that only callers with a credential see', async () => {
    const Text = ' Ask the treasurer '
    const added = await mine.post('/api/help/Store/comments', { Text })
    expect([added.statusCode, added.json()]).toEqual([200, {}])
    const { Comments } = await read(mine, 'store')
    expect(Comments).toMatchObject([{ Author: 'test', Text: 'Ask the treasurer' }])
    expect((await visit('/api/help/store', { 'x-tenant-key': mine.tenant.key })).json().Comments).toEqual([])
    expect((await read(await server.tenant(), 'store')).Comments).toEqual([])
  })

  test.each([
    ['one of spaces', { Text: ' ' }],
    ['one of invisible characters', { Text: '\u200b' }],
    ['none', {}],
    ['a long one', { Text: 'x'.repeat(2001) }],
  ])('rejects %s', async (_, body) => {
    const answer = await mine.post('/api/help/store/comments', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].pointer).toMatch(/^(\/Text)?$/)
  })

  test.each(['all', 'Items'])('rejects the reserved key %s', async (key) => {
    const answer = await mine.post(`/api/help/${key}/comments`, { Text: 'x' })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'reserved-key'])
  })

  test('returns 422 too-many after five hundred comments on a screen', async () => {
    const row = { tenantId: mine.tenant.id, keyFolded: 'full', at: new Date(), author: null, text: 'x' }
    await server.database.system.helpComment.createMany({ data: Array.from({ length: 500 }, () => row) })
    const answer = await mine.post('/api/help/full/comments', { Text: 'one more' })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'too-many'])
  })
})

describe('DELETE /api/help/{screenkey}/comments/{commentid} (deleteHelpComment)', () => {
  test('deletes the comment, and returns 404 for another tenant or screen', async () => {
    for (const Text of ['Current', 'Outdated']) await mine.post('/api/help/Files/comments', { Text })
    const { Comments } = await read(mine, 'files')
    const url = `/api/help/Files/comments/${Comments[1].Id}`
    expect((await (await server.tenant()).delete(url)).statusCode).toBe(404)
    expect((await mine.delete(url.replace('Files', 'tasks'))).statusCode).toBe(404)
    expect((await read(mine, 'files')).Comments).toMatchObject([{ Text: 'Current' }, { Text: 'Outdated' }])
    expect((await mine.delete(url)).json()).toEqual({})
    expect((await read(mine, 'FILES')).Comments).toEqual([Comments[0]])
    expect((await mine.delete(url)).statusCode).toBe(404)
    const where = { tenantId: mine.tenant.id, entity: 'helpcomment', entityId: Comments[1].Id }
    const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    expect(events).toMatchObject([
      { kind: 'helpcomment.created', payload: { screenKey: 'files' } },
      { kind: 'helpcomment.deleted', payload: { screenKey: 'files' } },
    ])
  })
})
