import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealer } from '#kernel/crypto/seal'
import { deriveFrom } from '#services/auth/installation-secret'
import { fileLinks } from '#services/files/file-links'
import { unsubscribeTokens } from '#services/mail/unsubscribe/unsubscribe-token'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  authorizeUrl,
  Browser,
  exchange,
  obtainCode,
  pkcePair,
  REDIRECT,
  registerClient,
  registerLogin,
} from '#test/support/identity/oauth'

const OLD = 'the secret before the change, 32 characters or more'
const NEW = 'the secret after the change, 32 characters or more'

let before: TestApp
/** A replica with the new secret, and one that also has the old one as GUILDHALL_SECRET_PREVIOUS. */
let after: TestApp
let during: TestApp
let caller: TestCaller

beforeAll(async () => {
  before = await buildTestApp({ own: true, secret: deriveFrom(OLD) })
  const { url } = before
  during = await buildTestApp({ url, secret: deriveFrom(NEW, OLD) })
  after = await buildTestApp({ url, secret: deriveFrom(NEW) })
  caller = await before.tenant()
})
afterAll(async () => {
  await after.close()
  await during.close()
  await before.close()
})

const oldSealer = () => sealer(...deriveFrom(OLD).keys('sealed-records'))

const statusOf = async ({ app }: TestApp, url: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url, headers })).statusCode

describe('what the old secret has made', () => {
  test('an access token works while the old secret is configured, and is rejected afterwards', async () => {
    const client = await registerClient(caller)
    const email = await registerLogin(before, caller.tenant)
    const { code, verifier } = await obtainCode(before, client, email)
    const { access_token } = (await exchange(before, client, code, verifier)).json() as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const statuses = [before, during, after].map((server) => statusOf(server, '/api/contacts?$top=1', headers))
    expect(await Promise.all(statuses)).toEqual([200, 200, 401])
  })

  test('the link of a mail works while the old secret is configured, and is unknown afterwards', async () => {
    const subscription = { tenantId: caller.tenant.id, addressKey: 'a@north.example', category: 'membership-notices' }
    const url = `/api/public/mail/unsubscribe/${unsubscribeTokens(oldSealer()).make(subscription)}`
    const statuses = [before, during, after].map((server) => statusOf(server, url))
    expect(await Promise.all(statuses)).toEqual([200, 200, 404])
  })

  test('the link of a file is opened while the old secret is configured, and not afterwards', async () => {
    const link = { tenantId: caller.tenant.id, fileId: 7, expiresAt: new Date(2_000_000_000_000) }
    const token = fileLinks(oldSealer()).make(link)
    expect(fileLinks(during.app.sealer).read(token)).toEqual(link)
    expect(fileLinks(after.app.sealer).read(token)).toBeUndefined()
  })

  test('the cookie of a session works with any secret: the database contains its hash', async () => {
    const client = await registerClient(caller)
    const browser = new Browser(before)
    await browser.signIn(await registerLogin(before, caller.tenant))
    const { challenge } = pkcePair()
    const url = authorizeUrl({ client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: challenge })
    for (const { app } of [before, during, after]) {
      const page = await app.inject({ url, headers: { cookie: browser.cookies } })
      expect([page.statusCode, page.body.includes('value="allow"')]).toEqual([200, true])
    }
  })
})

test('what the new secret has made works at replicas that still have the old one in first position', async () => {
  const secret = deriveFrom(OLD, NEW)
  const subscription = { tenantId: caller.tenant.id, addressKey: 'b@north.example', category: 'membership-notices' }
  const token = unsubscribeTokens(after.app.sealer).make(subscription)
  expect(unsubscribeTokens(sealer(...secret.keys('sealed-records'))).read(token)).toEqual(subscription)
})
