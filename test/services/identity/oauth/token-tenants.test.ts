import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, makeToken } from '#kernel/crypto/api-key'
import type { Tenant } from '#prisma/client'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  exchange,
  obtainCode,
  postAsClient,
  refresh,
  registerClient,
  registerLogin,
  statusWith,
  type TestClient,
} from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
let client: TestClient
let email: string
let other: Tenant
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  other = (await server.tenant()).tenant
  client = await registerClient(admin)
  email = await registerLogin(server, admin.tenant)
})
afterAll(() => server.close())

/** Gets tokens by the complete flow. */
const signedIn = async (by = client, user = email) => {
  const { code, verifier } = await obtainCode(server, by, user)
  return { code, ...(await exchange(server, by, code, verifier)).json() }
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const KEY = Buffer.alloc(32, 7)
/** The same token with another tenant; without one it has the form of earlier versions. */
const withTenant = (token: string, tenant: string | undefined) =>
  new SignJWT({ ...claimsOf(token), tenant }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(KEY)

const named = (prefix: string, { id }: Tenant) => new RegExp(`^${prefix}_${id.toString(36)}_[0-9A-Za-z]{36}$`)
const status = async (sent: Promise<{ statusCode: number }>) => (await sent).statusCode
const about = async (path: string, token: string) =>
  (await postAsClient(server, `/oauth2/${path}`, client, { token })).body

describe('codes and tokens name their tenant', () => {
  test('as keys do', async () => {
    const first = await signedIn()
    const second = (await refresh(server, client, first.refresh_token)).json()
    expect(first.code).toMatch(named('ghc', admin.tenant))
    for (const { refresh_token, access_token } of [first, second]) {
      expect(refresh_token).toMatch(named('ghr', admin.tenant))
      expect(claimsOf(access_token).tenant).toBe(admin.tenant.id.toString(36))
    }
  })

  test('also those of a client itself', async () => {
    const { access_token } = (
      await postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials' })
    ).json()
    expect(claimsOf(access_token).tenant).toBe(admin.tenant.id.toString(36))
  })

  test('which for a global client is that of the user', async () => {
    const platform = await server.caller(admin.tenant, ['admin', 'platform'])
    const global = await registerClient(platform, {}, { IsGlobal: true })
    const tokens = await signedIn(global, await registerLogin(server, other))
    expect(tokens.code).toMatch(named('ghc', other))
    expect(tokens.refresh_token).toMatch(named('ghr', other))
    expect(claimsOf(tokens.access_token).tenant).toBe(other.id.toString(36))
    expect(await status(refresh(server, global, tokens.refresh_token))).toBe(200)
  })
})

/** Replaces a code that was just issued. */
const storeCode = async (code: string) => {
  const issued = await obtainCode(server, client, email)
  const data = { hash: hashToken(code) }
  await server.database.system.oAuthCode.updateMany({ where: { hash: hashToken(issued.code) }, data })
  return issued.verifier
}

/** Replaces a refresh token that was just issued. */
const storeRefresh = async (token: string) => {
  const { refresh_token } = await signedIn()
  const where = { refreshHash: hashToken(refresh_token) }
  await server.database.system.oAuthToken.updateMany({ where, data: { refreshHash: hashToken(token) } })
}

describe('are looked up only in the tenant that they name', () => {
  test('a code', async () => {
    const code = makeToken('ghc', other.id)
    expect(await status(exchange(server, client, code, await storeCode(code)))).toBe(400)
  })

  test('a refresh token', async () => {
    const token = makeToken('ghr', other.id)
    await storeRefresh(token)
    expect(await status(refresh(server, client, token))).toBe(400)
    expect(await about('introspect', token)).toBe('{"active":false}')
    await about('revoke', token)
    const where = { refreshHash: hashToken(token), revokedAt: null }
    expect(await server.database.system.oAuthToken.count({ where })).toBe(1)
  })

  test('an access token', async () => {
    const { access_token } = await signedIn()
    const moved = await withTenant(access_token, other.id.toString(36))
    expect(await statusWith(server, moved)).toBe(401)
    expect(await about('introspect', moved)).toBe('{"active":false}')
    await about('revoke', moved)
    expect(await statusWith(server, access_token)).toBe(200)
  })
})

describe('of earlier versions, which name no tenant, remain valid', () => {
  test('a code', async () => {
    const code = makeToken('ghc')
    const verifier = await storeCode(code)
    expect(await status(exchange(server, client, code, verifier))).toBe(200)
    expect(await status(exchange(server, client, code, verifier))).toBe(400)
  })

  test('a refresh token', async () => {
    const token = makeToken('ghr')
    await storeRefresh(token)
    expect(await about('introspect', token)).toContain('"active":true')
    const next = (await refresh(server, client, token)).json()
    expect(next.refresh_token).toMatch(named('ghr', admin.tenant))
    expect(await status(refresh(server, client, token))).toBe(400)
  })

  test('an access token', async () => {
    const { access_token } = await signedIn()
    const old = await withTenant(access_token, undefined)
    expect(await statusWith(server, old)).toBe(200)
    expect(await about('introspect', old)).toContain('"active":true')
    await about('revoke', old)
    expect(await Promise.all([old, access_token].map((token) => statusWith(server, token)))).toEqual([401, 401])
  })
})

describe('no foreign key leads from a tenant to logins and clients', () => {
  /** Deletes a row that the product never deletes. */
  const remove = async (table: string, condition: string) => {
    expect(await server.database.system.$executeRawUnsafe(`DELETE FROM ${table} WHERE ${condition}`)).toBe(1)
  }

  test('so tokens and seats of a login that is not found are void', async () => {
    const user = await registerLogin(server, admin.tenant)
    const { access_token, refresh_token } = await signedIn(client, user)
    const waiting = await obtainCode(server, client, user)
    expect(await statusWith(server, access_token)).toBe(200)
    await remove('login', `email = '${user}'`)
    await server.app.credentialsSettled()
    expect(await statusWith(server, access_token)).toBe(401)
    expect(await about('introspect', access_token)).toBe('{"active":false}')
    expect(await status(refresh(server, client, refresh_token))).toBe(400)
    expect(await status(exchange(server, client, waiting.code, waiting.verifier))).toBe(400)
  })

  test('so tokens of a client that is not found are void', async () => {
    const gone = await registerClient(admin)
    const { access_token } = await signedIn(gone)
    expect(await statusWith(server, access_token)).toBe(200)
    await remove('application_permission', `client_id = '${gone.clientId}'`)
    await server.app.credentialsSettled()
    expect(await statusWith(server, access_token)).toBe(401)
  })
})
