import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#kernel/crypto/api-key'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  exchange,
  obtainCode,
  pkcePair,
  REDIRECT,
  refresh,
  registerClient,
  registerLogin,
  statusWith,
  type TestClient,
} from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
let client: TestClient
let publicClient: TestClient
let email: string
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  admin = await server.tenant()
  client = await registerClient(admin)
  publicClient = await registerClient(admin, { IsPublic: true })
  email = await registerLogin(server, admin.tenant)
})
afterAll(() => server.close())

/** Gets tokens by the complete flow. */
const signedInTokens = async (more: Record<string, string> = {}, by = client) => {
  const { code, verifier } = await obtainCode(server, by, email, more)
  return { code, verifier, ...(await exchange(server, by, code, verifier)).json() }
}
const INVALID_GRANT = { error: 'invalid_grant' }

describe('codes', () => {
  test('are exchanged for tokens that work, by clients with and without a secret', async () => {
    for (const by of [client, publicClient]) {
      const answer = await signedInTokens({ scope: 'application-permissions:read' }, by)
      expect(answer).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'application-permissions:read',
        tenant_key: admin.tenant.key,
      })
      expect(answer.refresh_token).toMatch(/^ghr_/)
      expect(await statusWith(server, answer.access_token)).toBe(200)
    }
  })

  test('that are replayed revoke the tokens issued from them', async () => {
    const { code, verifier, access_token, refresh_token } = await signedInTokens()
    const rotated = (await refresh(server, client, refresh_token)).json()
    const replay = await exchange(server, client, code, verifier)
    expect([replay.statusCode, replay.json()]).toMatchObject([400, INVALID_GRANT])
    expect(await Promise.all([access_token, rotated.access_token].map((token) => statusWith(server, token)))).toEqual([
      401, 401,
    ])
    expect((await refresh(server, client, rotated.refresh_token)).json()).toMatchObject(INVALID_GRANT)
  })

  test('sent five times at once are accepted once, and the tokens are then revoked', async () => {
    const { code, verifier } = await obtainCode(server, client, email)
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(server, client, code, verifier)))
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    expect(won).toHaveLength(1)
    expect(await statusWith(server, won[0]?.json().access_token)).toBe(401)
  })

  test.each([
    ['the verifier of another', async (code: string) => exchange(server, client, code, pkcePair().verifier)],
    [
      'another redirect URL',
      async (code: string, verifier: string) => exchange(server, client, code, verifier, `${REDIRECT}/`),
    ],
    [
      'another client',
      async (code: string, verifier: string) => exchange(server, await registerClient(admin), code, verifier),
    ],
    [
      'a public client of the same maker',
      async (code: string, verifier: string) => exchange(server, publicClient, code, verifier),
    ],
  ])('are rejected with %s', async (_what, attempt) => {
    const { code, verifier } = await obtainCode(server, client, email)
    const answer = await attempt(code, verifier)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, INVALID_GRANT])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('sent with a wrong verifier cannot be used again', async () => {
    const { code, verifier } = await obtainCode(server, client, email)
    await exchange(server, client, code, pkcePair().verifier)
    expect((await exchange(server, client, code, verifier)).json()).toMatchObject(INVALID_GRANT)
  })

  test('last a minute', async () => {
    const { code, verifier } = await obtainCode(server, client, email)
    skew.ms = 60_500
    expect((await exchange(server, client, code, verifier)).json()).toMatchObject(INVALID_GRANT)
    skew.ms = 0
  })
})

describe('refresh tokens', () => {
  test('end 90 days after the consent, however often they are rotated', async () => {
    const day = 86_400_000
    let token = (await signedInTokens()).refresh_token
    for (const days of [25, 50, 75, 89]) {
      skew.ms = days * day
      const rotated = await refresh(server, client, token)
      expect(rotated.statusCode, rotated.body).toBe(200)
      token = rotated.json().refresh_token
    }
    skew.ms = 90 * day + 60_000
    expect((await refresh(server, client, token)).json()).toMatchObject(INVALID_GRANT)
    skew.ms = 0
  })

  test('rotate, and a reused one ends the family', async () => {
    const first = await signedInTokens()
    const second = (await refresh(server, client, first.refresh_token)).json()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(await statusWith(server, second.access_token)).toBe(200)
    expect((await refresh(server, client, first.refresh_token)).json()).toMatchObject(INVALID_GRANT)
    expect((await refresh(server, client, second.refresh_token)).json()).toMatchObject(INVALID_GRANT)
    const dead = await Promise.all([first, second].map(({ access_token }) => statusWith(server, access_token)))
    expect(dead).toEqual([401, 401])
  })

  test('sent several times at once succeed exactly once, and the family ends', async () => {
    for (let round = 0; round < 5; round++) {
      const { refresh_token, access_token } = await signedInTokens()
      const answers = await Promise.all(Array.from({ length: 4 }, () => refresh(server, client, refresh_token)))
      const won = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json())
      expect(won).toHaveLength(1)
      expect(await statusWith(server, access_token)).toBe(401)
      expect(await statusWith(server, won[0].access_token)).toBe(401)
      expect((await refresh(server, client, won[0].refresh_token)).json()).toMatchObject(INVALID_GRANT)
    }
  })

  test('leave no valid token if an old one is reused while the newest rotates', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await signedInTokens()
      const second = (await refresh(server, client, first.refresh_token)).json()
      const [rotated] = await Promise.all([
        refresh(server, client, second.refresh_token),
        refresh(server, client, first.refresh_token),
      ])
      if (rotated.statusCode === 200) expect(await statusWith(server, rotated.json().access_token)).toBe(401)
      const alive = await server.database.system.oAuthToken.count({
        where: {
          revokedAt: null,
          refreshUsedAt: null,
          createdAt: { gte: new Date(Date.now() - 1000) },
          loginId: { not: null },
          permissionId: client.id,
          familyId: await familyOf(first.refresh_token),
        },
      })
      expect(alive).toBe(0)
    }
  })

  test('can request fewer scopes, without a change of the grant', async () => {
    const first = await signedInTokens({ scope: 'contacts:read application-permissions:read' })
    const narrow = (await refresh(server, client, first.refresh_token, { scope: 'contacts:read' })).json()
    expect(narrow.scope).toBe('contacts:read')
    expect(await statusWith(server, narrow.access_token)).toBe(401)
    const beyond = await refresh(server, client, narrow.refresh_token, { scope: 'tasks:read' })
    expect(beyond.json()).toMatchObject({ error: 'invalid_scope' })
    const whole = (await refresh(server, client, narrow.refresh_token)).json()
    expect(whole.scope).toBe('contacts:read application-permissions:read')
  })

  test('belong to their client, and end after 30 days or with the access to the tenant', async () => {
    const { refresh_token } = await signedInTokens()
    expect((await refresh(server, publicClient, refresh_token)).json()).toMatchObject(INVALID_GRANT)
    skew.ms = 30 * 86_400_000 + 1000
    expect((await refresh(server, client, refresh_token)).json()).toMatchObject(INVALID_GRANT)
    skew.ms = 0
    const login = await server.database.system.login.findFirstOrThrow({ where: { email } })
    const { system } = server.database
    await system.login.update({ where: { id: login.id }, data: { disabledAt: new Date() } })
    expect((await refresh(server, client, refresh_token)).json()).toMatchObject(INVALID_GRANT)
    await system.login.update({ where: { id: login.id }, data: { disabledAt: null } })
    expect((await refresh(server, client, refresh_token)).statusCode).toBe(200)
  })
})

const familyOf = async (token: string): Promise<string> => {
  const row = await server.database.system.oAuthToken.findFirstOrThrow({ where: { refreshHash: hashToken(token) } })
  return row.familyId
}
