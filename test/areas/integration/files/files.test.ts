import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PIXEL, upload } from '#test/support/integration/files'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let admin: TestCaller
let mine: TestCaller
let other: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  mine = await server.caller(admin.tenant, ['files:read', 'files:write'])
  other = await server.caller(admin.tenant, ['files:read', 'files:write', 'contacts:read'])
})
afterAll(() => server.close())

const names = async (caller: TestCaller, query = '') => {
  const answer = await caller.get(`/api/files?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listFiles', answer.json())
  return answer.json().Results.map(({ Name }: { Name: string }) => Name)
}

describe('GET /api/files (listFiles)', () => {
  test('returns own uploads, newest first; admin also sees those of others', async () => {
    await upload(mine, 'one.txt', 'one')
    await upload(mine, 'two.png', PIXEL)
    await upload(other, 'three.txt', 'three')
    expect(await names(mine)).toEqual(['two.png', 'one.txt'])
    expect(await names(other)).toEqual(['three.txt'])
    expect(await names(admin)).toEqual(['three.txt', 'two.png', 'one.txt'])
  })

  test('filters, orders and searches', async () => {
    expect(await names(admin, `$filter=${encodeURIComponent("MediaType eq 'image/png'")}`)).toEqual(['two.png'])
    expect(await names(admin, '$orderby=Size desc&$top=2')).toEqual(['two.png', 'three.txt'])
    expect(await names(admin, '$search=THREE')).toEqual(['three.txt'])
  })
})

describe('GET /api/files/{fileId} (getFileDetails)', () => {
  test('returns the details to the caller that uploaded the file', async () => {
    const id = await upload(mine, 'details.txt', 'details')
    const answer = await mine.get(`/api/files/${id}`)
    expectShape('getFileDetails', answer.json())
    expect(answer.headers.etag).toBe('"1"')
    expect(answer.json()).toMatchObject({ FileId: id, Name: 'details.txt', MediaType: 'text/plain', Size: 7 })
    expect((await other.get(`/api/files/${id}`)).statusCode).toBe(404)
    expect((await admin.get(`/api/files/${id}`)).statusCode).toBe(200)
  })
})

describe('DELETE /api/files/{fileId} (deleteFile)', () => {
  test('deletes an upload, so that neither it nor its links exist', async () => {
    const id = await upload(mine, 'gone.txt', 'gone')
    const { Token } = (await mine.post(`/api/files/${id}/link`, {})).json()
    expect((await mine.delete(`/api/files/${id}`, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect((await other.delete(`/api/files/${id}`)).statusCode).toBe(404)
    expect((await mine.delete(`/api/files/${id}`, { 'if-match': '"1"' })).statusCode).toBe(200)
    for (const path of [`/api/files/${id}`, `/api/webdav/${id}`, `/api/webdav/${Token}/${id}`])
      expect((await mine.get(path)).statusCode, path).toBe(404)
    expect((await mine.delete(`/api/files/${id}`)).statusCode).toBe(404)
    expect(await names(mine)).not.toContain('gone.txt')
    const history = await server.database.system.auditEntry.findMany({
      where: { tenantId: mine.tenant.id, entity: 'file', entityId: id },
      orderBy: { auditId: 'asc' },
    })
    expect(history.map(({ action, auditId }) => [action, auditId])).toEqual([
      ['created', 1],
      ['deleted', 2],
    ])
  })
})

describe('POST /api/files/{fileId}/link (createFileLink)', () => {
  test('returns an address that works without a credential until it expires', async () => {
    const now = { at: new Date() }
    const timed = await buildTestApp({ clock: { now: () => now.at } })
    const caller = await timed.tenant()
    const id = await upload(caller, 'a b&c.txt', 'linked')
    const answer = await caller.post(`/api/files/${id}/link`, { ExpiresInSeconds: 60 })
    expectShape('createFileLink', answer.json())
    const { Url, Token, ExpiresDate } = answer.json()
    expect(Date.parse(ExpiresDate)).toBe(now.at.getTime() + 60_000)
    expect(Token.startsWith(`${caller.tenant.id.toString(36)}-`)).toBe(true)
    expect(new URL(Url).pathname).toBe(`/api/webdav/${Token}/${id}/a%20b%26c.txt`)
    const read = () => timed.app.inject({ url: new URL(Url).pathname, headers: { accept: '*/*' } })
    expect((await read()).body).toBe('linked')
    now.at = new Date(now.at.getTime() + 60_001)
    expect((await read()).statusCode).toBe(404)
    await timed.close()
  })

  test('returns 400 for a lifetime above seven days and 404 for the file of another', async () => {
    const id = await upload(mine, 'bounded.txt', 'x')
    expect((await mine.post(`/api/files/${id}/link`, { ExpiresInSeconds: 604_801 })).statusCode).toBe(400)
    expect((await other.post(`/api/files/${id}/link`, {})).statusCode).toBe(404)
  })
})
