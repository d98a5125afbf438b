import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '#kernel/time/clock'
import { findClient } from '#services/identity/clients'
import { disableLogin } from '#services/identity/login-changes'
import { issueCode } from '#services/identity/oauth/codes'
import { databaseSessions } from '#services/identity/sign-in/sessions'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { REDIRECT, registerClient, registerLogin } from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const TIMES = { absolute: 3_600_000, idle: 3_600_000 }
const CLIENT = { address: '127.0.0.1', userAgent: undefined }

test('issues no code for a session that ended while the user consented', async () => {
  const { system } = server.database
  const email = await registerLogin(server, admin.tenant)
  const login = await system.login.findFirstOrThrow({ where: { email } })
  const sessionToken = (await databaseSessions({ system }, TIMES).start(login, CLIENT, new Date())) ?? ''
  const client = await findClient(system, (await registerClient(admin)).clientId)
  if (!client) throw new Error('The client was not found')
  const request = {
    client,
    tenantId: admin.tenant.id,
    user: { kind: 'login' as const, id: login.id },
    scopes: ['admin'],
    redirectUri: REDIRECT,
  }
  const code = () => issueCode({ system, clock: systemClock }, { ...request, codeChallenge: 'x', sessionToken })
  expect(await code()).toMatch(/^ghc_/)
  await disableLogin(server.database, email, new Date())
  await expect(code()).rejects.toMatchObject({ code: 'access_denied' })
})
