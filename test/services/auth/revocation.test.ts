import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#kernel/database/database'
import { createLogger } from '#kernel/logging/logger'
import { ChangeListener, LEASE_MS } from '#services/auth/change-listener'
import { openCredentials } from '#services/auth/credential-service'
import { disableLogin, enableLogin, resetPassword } from '#services/identity/login-changes'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { countQueries } from '#test/support/database/count-queries'
import {
  exchange,
  obtainCode,
  postAsClient,
  refresh,
  registerClient,
  registerLogin,
} from '#test/support/identity/oauth'

let here: TestApp
let there: TestApp
let admin: TestCaller
beforeAll(async () => {
  here = await buildTestApp({ own: true })
  there = await buildTestApp({ url: here.url })
  admin = await here.tenant()
})
afterAll(async () => {
  await there.close()
  await here.close()
})

const KEYS = '/api/applicationpermissions/apikeys'
const CLIENTS = '/api/applicationpermissions/oauthclients'
const on = async (replica: TestApp, authorization: string) =>
  (await replica.app.inject({ url: `${KEYS}/checkforaccess`, headers: { authorization } })).statusCode
const newKey = async () => {
  const made = await admin.post(`${KEYS}/0`, { ApplicationName: 'K', ApiKeyInfoJson: '{"Scopes":["contacts:read"]}' })
  return { id: made.json().ApplicationPermissionId as number, authorization: `ApiKey ${made.json().ApiKey}` }
}

describe('a revocation on one replica applies to the next request on another', () => {
  test('a deleted key, twenty times', async () => {
    for (let round = 0; round < 20; round++) {
      const { id, authorization } = await newKey()
      expect(await on(there, authorization)).toBe(200)
      await admin.delete(`${KEYS}/${id}`)
      expect(await on(there, authorization)).toBe(401)
    }
  })

  test('a key that was reset without grace', async () => {
    const { id, authorization } = await newKey()
    expect(await on(there, authorization)).toBe(200)
    await admin.post(`${KEYS}/${id}/resetapikey?graceseconds=0`)
    expect(await on(there, authorization)).toBe(401)
  })

  test('the tokens and codes of a login whose password is reset or that is disabled', async () => {
    const client = await registerClient(admin)
    const email = await registerLogin(here, admin.tenant)
    for (const end of [
      disableLogin,
      (to: Database) => resetPassword(to, email, 'a new and long password', new Date()),
    ]) {
      await enableLogin(here.database, email, new Date())
      const { code, verifier } = await obtainCode(here, client, email)
      const tokens = (await exchange(here, client, code, verifier)).json()
      const open = await obtainCode(here, client, email)
      const token = `Bearer ${tokens.access_token}`
      expect(await on(there, token)).toBe(200)
      await end(here.database, email, new Date())
      const credentials = await openCredentials(here.database, createLogger('silent'))
      await credentials.settled()
      await credentials.close()
      expect(await on(there, token)).toBe(401)
      expect((await refresh(there, client, tokens.refresh_token)).statusCode).toBe(400)
      expect((await exchange(there, client, open.code, open.verifier)).statusCode).toBe(400)
    }
  })

  test('the tokens of a deleted client and of a replayed code, and a revoked token', async () => {
    const client = await registerClient(admin)
    const email = await registerLogin(here, admin.tenant)
    const grant = async () =>
      `Bearer ${(await postAsClient(here, '/oauth2/token', client, { grant_type: 'client_credentials' })).json().access_token}`
    const revoked = await grant()
    expect(await on(there, revoked)).toBe(200)
    await postAsClient(here, '/oauth2/revoke', client, { token: revoked.slice(7) })
    expect(await on(there, revoked)).toBe(401)

    const { code, verifier } = await obtainCode(here, client, email)
    const replayed = `Bearer ${(await exchange(here, client, code, verifier)).json().access_token}`
    expect(await on(there, replayed)).toBe(200)
    await exchange(here, client, code, verifier)
    expect(await on(there, replayed)).toBe(401)

    const last = await grant()
    expect(await on(there, last)).toBe(200)
    await admin.delete(`${CLIENTS}/${client.id}`)
    expect(await on(there, last)).toBe(401)
  })

  test('any change made directly in the database', async () => {
    const { id, authorization } = await newKey()
    expect(await on(there, authorization)).toBe(200)
    await here.database.systemPool.query('update application_permission set revoked_at = now() where id = $1', [id])
    await here.app.credentialsSettled()
    expect(await on(there, authorization)).toBe(401)
  })
})

describe('a replica that receives no changes', () => {
  test('looks every credential up until it receives changes again', async () => {
    const { id, authorization } = await newKey()
    expect(await on(there, authorization)).toBe(200)
    const admins = new pg.Client({ connectionString: here.url })
    await admins.connect()
    await admins.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'guildhall-listener' and datname = current_database()`,
    )
    await here.database.systemPool.query('update application_permission set revoked_at = now() where id = $1', [id])
    await expect.poll(() => on(there, authorization)).toBe(401)
    const { authorization: other } = await newKey()
    await expect
      .poll(async () => {
        await on(there, other)
        const { queries, systemQueries } = await countQueries(there.database, () => on(there, other))
        return [...queries, ...systemQueries]
      })
      .toEqual([])
    await admins.end()
  })

  test('and does not respond does not prevent a revocation', async () => {
    const frozen = new pg.Client({ connectionString: here.url })
    await frozen.connect()
    await frozen.query('select pg_advisory_lock_shared(1734894450)')
    const { id } = await newKey()
    expect((await admin.delete(`${KEYS}/${id}`)).statusCode).toBe(200)
    await frozen.end()
  })

  test('because it was frozen trusts no cached credential until it receives changes again', async () => {
    const listener = new ChangeListener({
      url: here.url,
      onChange: () => undefined,
      onAcknowledged: () => undefined,
      onError: () => undefined,
    })
    await listener.open()
    expect(listener.isTrusted()).toBe(true)
    // Time passes while this thread is blocked, as in a long pause of the whole process.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LEASE_MS + 50)
    expect(listener.isTrusted()).toBe(false)
    clock.mockRestore()
    await listener.close()
  })

  test('and starts without a database keeps running and queries the database each time', async () => {
    const log = createLogger('silent')
    const dead = 'postgresql://nobody@127.0.0.1:1/none'
    const credentials = await openCredentials({ ...here.database, systemUrl: dead }, log)
    const { queries, systemQueries } = await countQueries(here.database, async () => {
      expect(await credentials.findTenant({ id: admin.tenant.id })).toMatchObject({ key: admin.tenant.key })
      expect(await credentials.findTenant({ id: admin.tenant.id })).toMatchObject({ key: admin.tenant.key })
    })
    expect([queries, systemQueries.length]).toEqual([[], 2])
    await credentials.close()
  })
})
