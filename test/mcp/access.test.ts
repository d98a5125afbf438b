import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '#kernel/crypto/api-key'
import type { TestApp, TestCaller } from '../support/build-app.ts'
import { buildTestApp } from '../support/build-app.ts'
import { type McpBench, openMcp } from '../support/client/mcp.ts'
import { addChapter, addOwner } from '../support/people/chapter-records.ts'
import { addMember, memberTokens } from '../support/people/members.ts'

let bench: McpBench
let admin: TestCaller
beforeAll(async () => {
  bench = await openMcp()
  admin = await bench.server.tenant()
})
afterAll(() => bench.close())

const personOf = async (caller: TestCaller, LastName: string): Promise<number> =>
  (await caller.post('/api/contacts/person/0', { FirstName: 'Ann', LastName, forceSave: true })).json().ContactId

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('POST /mcp', () => {
  test('returns 401 with the address of the metadata to a client without a credential', async () => {
    const response = await bench.send(LIST)
    expect(response.status).toBe(401)
    const metadata = `${bench.origin}/.well-known/oauth-protected-resource/mcp`
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer realm="guildhall", resource_metadata="${metadata}", ApiKey realm="guildhall"`,
    )
    expect(await response.json()).toMatchObject({ code: 'unauthorized' })
  })

  test('returns 401 for a key that is malformed, unknown or revoked, and for a forged token', async () => {
    const revoked = await bench.server.caller(admin.tenant, ['admin'])
    await admin.delete(`/api/applicationpermissions/apikeys/${revoked.permissionId}`)
    const unknown = makeToken('ghk', admin.tenant.id)
    for (const authorization of ['ApiKey no', `ApiKey ${unknown}`, `ApiKey ${revoked.key}`, 'Bearer aaa.bbb.ccc']) {
      const response = await bench.send(LIST, { authorization })
      expect([response.status, response.headers.get('www-authenticate')?.split(' ')[0]]).toEqual([401, 'Bearer'])
    }
  })

  test('a parameter of a path cannot lead to another operation', async () => {
    const connection = await bench.connect(`ApiKey ${admin.key}`)
    const spelled = { operationId: 'getContactChapter', parameters: { contactid: 'assignzipcodes' } }
    expect(await connection.fail('read_operation', spelled)).toContain('path:contactid must be a whole number')
    for (const contactId of ['..', '.', '%2e%2E'])
      expect(await connection.fail('getPersonSummary', { contactId })).toContain('must not be a dot segment')
  })

  test('shows a record of another tenant as one that does not exist', async () => {
    const other = await bench.server.foreignTenant()
    const id = await personOf(other, 'Foreign')
    const connection = await bench.connect(`ApiKey ${admin.key}`)
    const [foreign, missing] = [
      await connection.fail('getPersonSummary', { contactId: id }),
      await connection.fail('getPersonSummary', { contactId: 999_999_999 }),
    ].map((text) => JSON.parse(text))
    expect(foreign).toMatchObject({ status: 404, code: 'not-found' })
    expect({ ...foreign, instance: '', requestId: '' }).toEqual({ ...missing, instance: '', requestId: '' })
    const listed = await connection.call<{ Results: unknown[] }>('listContacts', { $search: 'foreign' })
    expect(listed.value.Results).toEqual([])
  })

  test('a caller that is limited to chapters sees only the contacts of its chapters', async () => {
    const inside = await personOf(admin, 'Inside')
    const outside = await personOf(admin, 'Outside')
    const chapter = await addChapter(bench.server, admin.tenant.id, 'North', [inside])
    const owner = await addOwner(bench.server, admin, [{ id: chapter.id, canEdit: false }])
    const connection = await bench.connect(owner.authorization, 'writes=true')
    const { value } = await connection.call<{ Results: { ContactId: number }[] }>('listContacts', {
      fields: ['ContactId'],
    })
    const ids = value.Results.map(({ ContactId }) => ContactId)
    expect(ids).toContain(inside)
    expect(ids).not.toContain(outside)
    expect(await connection.fail('getPersonSummary', { contactId: outside })).toContain('not-found')
  })

  test('offers a member only the own records', async () => {
    const member = await memberTokens(bench.server, admin, await addMember(admin))
    const connection = await bench.connect(`Bearer ${member.access}`)
    const names = await connection.toolNames()
    expect(names).toContain('getSelf')
    expect(names).not.toContain('listContacts')
    expect((await connection.call('getSelf')).value).toMatchObject({ Name: expect.any(String) })
    expect(await connection.fail('read_operation', { operationId: 'listContacts' })).toContain('insufficient-scope')
  })

  test('counts each operation by its cost against the limits of the credential', async () => {
    const limited = await openMcp({ config: { credentialRate: 30 } })
    const { key } = await limited.server.tenant()
    const connection = await limited.connect(`ApiKey ${key}`)
    await connection.call('read_operation', { operationId: 'previewMembershipNightly' })
    const text = await connection.fail('read_operation', { operationId: 'previewMembershipNightly' })
    expect(text).toContain('rate-limited')
    expect(text).toMatch(/Retry after \d+ seconds/)
    await limited.close()
  })

  test('keeps no session: another replica serves the next request of a connection', async () => {
    const other: TestApp = await buildTestApp({ url: bench.server.url })
    const headers = {
      authorization: `ApiKey ${admin.key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const answer = await other.app.inject({ method: 'POST', url: '/mcp', headers, payload: JSON.stringify(LIST) })
    expect(answer.headers['mcp-session-id']).toBeUndefined()
    expect(answer.json().result.tools.length).toBeGreaterThan(10)
    await other.close()
  })
})

describe('the origin of a page', () => {
  const statusOf = async (origin: string) =>
    (await bench.send(LIST, { origin, authorization: `ApiKey ${admin.key}` })).status

  test('of another site is refused, also if its name leads to this machine', async () => {
    for (const origin of ['https://evil.example', 'http://evil.example:3000', 'null'])
      expect(await statusOf(origin), origin).toBe(403)
    const response = await bench.send(LIST, { origin: 'https://evil.example' })
    expect(await response.json()).toMatchObject({ code: 'origin-not-listed' })
  })

  test('is accepted if it is of this machine, or listed by the tenant', async () => {
    expect(await statusOf('http://localhost:6274')).toBe(200)
    const CorsOrigins = ['https://desk.example']
    const { AuditId } = (await admin.get('/api/settings/tenant')).json()
    await admin.post('/api/settings/tenant', { AuditId, CorsOrigins })
    expect(await statusOf('https://desk.example')).toBe(200)
  })

  test('of this machine is refused by a server with a public name', async () => {
    const named = await openMcp({ config: { publicUrl: 'https://guildhall.example' } })
    const { key } = await named.server.tenant()
    const statuses = ['http://localhost:6274', 'https://guildhall.example'].map(async (origin) => {
      const response = await named.send(LIST, { origin, authorization: `ApiKey ${key}` })
      return response.status
    })
    expect(await Promise.all(statuses)).toEqual([403, 200])
    await named.close()
  })
})
