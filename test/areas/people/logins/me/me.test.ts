import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '#contract/people/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { exchange, obtainCode, postAsClient, registerClient, registerLogin } from '#test/support/identity/oauth'
import { addChapter, addOwner } from '#test/support/people/chapter-records'
import { addMember, memberTokens } from '#test/support/people/members'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const me = async (authorization: string, headers: Record<string, string> = {}): Promise<Me> => {
  const answer = await server.app.inject({ url: '/api/me', headers: { authorization, ...headers } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const scopesOf = ({ Scopes }: Me) => Scopes.map(({ Scope }) => Scope)

describe('GET /api/me (getMe)', () => {
  test('describes an API key with its scopes in words', async () => {
    const { tenant, key, permissionId } = await server.caller(admin.tenant, ['contacts:read', 'logs:write'])
    const { system } = server.database
    const ends = new Date('2030-01-01T00:00:00Z')
    await system.applicationSecret.updateMany({ where: { permissionId }, data: { expiresAt: ends } })
    expect(await me(`ApiKey ${key}`)).toEqual({
      Kind: 'key',
      Name: 'test',
      EmailAddress: null,
      LoginId: null,
      MemberLoginId: null,
      ContactId: null,
      RoleName: null,
      Application: { ApplicationPermissionId: permissionId, ApplicationName: 'test', IsGlobal: false },
      TenantId: tenant.id,
      TenantKey: tenant.key,
      TenantName: tenant.name,
      IsAdministrator: false,
      Scopes: [
        { Scope: 'contacts:read', Description: 'Read: contacts.' },
        { Scope: 'logs:write', Description: 'Change: logs.' },
      ],
      Chapters: null,
      ExpiresDate: '2030-01-01T00:00:00.000Z',
    })
  })

  test('lists for an administrator all scopes except those of the installation and of members', async () => {
    const found = await me(`ApiKey ${admin.key}`)
    expect([found.IsAdministrator, found.ExpiresDate]).toEqual([true, null])
    expect(scopesOf(found)).toEqual(expect.arrayContaining(['admin', 'contacts:write', 'webhooks:read']))
    expect(scopesOf(found)).not.toEqual(expect.arrayContaining(['platform']))
    expect(scopesOf(found)).not.toContain('self')
  })

  test('describes a login of staff, its role and the application that it uses', async () => {
    const email = await registerLogin(server, admin.tenant, 'Read only')
    const client = await registerClient(admin)
    const { code, verifier } = await obtainCode(server, client, email)
    const found = await me(`Bearer ${(await exchange(server, client, code, verifier)).json().access_token}`)
    expect(found).toMatchObject({
      Kind: 'login',
      Name: 'Ada Lovelace',
      EmailAddress: email,
      RoleName: 'Read only',
      MemberLoginId: null,
      Application: { ApplicationPermissionId: client.id, ApplicationName: 'Member desk' },
    })
    expect(found.LoginId).toBeGreaterThan(0)
    expect(scopesOf(found)).toContain('contacts:read')
    expect(scopesOf(found)).not.toContain('contacts:write')
    expect(Date.parse(found.ExpiresDate ?? '')).toBeGreaterThan(Date.now() + 3_500_000)
  })

  test('describes a client that acts for itself', async () => {
    const client = await registerClient(admin, { Scopes: ['contacts:read'] })
    const token = (await postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials' })).json()
    const found = await me(`Bearer ${token.access_token}`)
    expect([found.Kind, found.Name, scopesOf(found)]).toEqual(['client', 'Member desk', ['contacts:read']])
  })

  test('describes a member, which has the scope self only', async () => {
    const member = await addMember(admin)
    const found = await me(`Bearer ${await (await memberTokens(server, admin, member)).access}`)
    expect(found).toMatchObject({
      Kind: 'member',
      EmailAddress: member.email,
      MemberLoginId: member.memberLoginId,
      ContactId: member.contactId,
      LoginId: null,
    })
    expect(scopesOf(found)).toEqual(['self'])
  })

  test('names the chapters of an owner, and which it can change', async () => {
    const north = await addChapter(server, admin.tenant.id, 'North chapter')
    const south = await addChapter(server, admin.tenant.id, 'East chapter')
    const owner = await addOwner(server, admin, [
      { id: north.id, canEdit: true },
      { id: south.id, canEdit: false },
    ])
    const found = await me(owner.authorization)
    expect(found.RoleName).toBe('Chapter owner')
    expect(found.Chapters).toEqual([
      { ChapterId: south.id, Name: 'East chapter', CanEdit: false },
      { ChapterId: north.id, Name: 'North chapter', CanEdit: true },
    ])
    expect(scopesOf(found)).not.toContain('admin')
  })

  test('describes a global key in the tenant that the request names', async () => {
    const { key, permissionId } = await server.caller(admin.tenant, ['contacts:read'])
    const { system } = server.database
    const data = { isGlobal: true, addressList: '127.0.0.0/8' }
    await system.applicationPermission.updateMany({ where: { id: permissionId }, data })
    const other = await server.tenant()
    const found = await me(`ApiKey ${key}`, { 'x-tenant-key': other.tenant.key })
    expect([found.TenantId, found.Application?.IsGlobal]).toEqual([other.tenant.id, true])
    const unnamed = await server.app.inject({ url: '/api/me', headers: { authorization: `ApiKey ${key}` } })
    expect([unnamed.statusCode, unnamed.json().code]).toEqual([400, 'tenant-needed'])
  })
})
