import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { type ConsoleBrowser, openConsole } from '#test/support/console/console'
import { registerClient } from '#test/support/identity/oauth'

let server: TestApp
let mine: TestCaller
let admin: ConsoleBrowser
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  admin = await openConsole(server, mine)
})
afterAll(() => server.close())

const addKey = async (name: string): Promise<{ id: number; key: string }> => {
  const body = { ApplicationName: name, ApiKeyInfoJson: JSON.stringify({ Scopes: ['contacts:read'] }) }
  const saved = (await mine.post('/api/applicationpermissions/apikeys/0', body)).json()
  return { id: saved.ApplicationPermissionId, key: saved.ApiKey }
}

const statusWith = async (key: string): Promise<number> =>
  (await server.app.inject({ url: '/api/contacts', headers: { authorization: `ApiKey ${key}` } })).statusCode

describe('the API keys', () => {
  test('are revoked after a question, and then rejected', async () => {
    const { id, key } = await addKey('Newsletter')
    expect((await admin.open('/keys')).words).toContain('Newsletter')
    expect((await admin.open(`/keys/${id}/revoke`)).words).toContain('This cannot be undone.')
    expect(await statusWith(key)).toBe(200)
    const after = await admin.send(`/keys/${id}/revoke`)
    expect(after.words).toContain('The key of Newsletter is revoked.')
    expect(await statusWith(key)).toBe(401)
  })

  test('show a new key, and end the old one at once if asked', async () => {
    const { id, key } = await addKey('Export')
    await admin.open(`/keys/${id}/reset`)
    const question = admin.browser.page
    const shown = await admin.send(`/keys/${id}/reset`, { now: 'yes' })
    const fresh = /class="secret"[^>]*>([^<]+)</.exec(shown.text)?.[1] ?? ''
    expect(await statusWith(fresh)).toBe(200)
    expect(await statusWith(key)).toBe(401)
    admin.browser.page = question
    const repeated = await admin.send(`/keys/${id}/reset`, { now: 'yes' })
    expect(repeated.text, 'a repeated form resets nothing').toContain(fresh)
    expect(await statusWith(fresh)).toBe(200)
  })

  test('show what each may do in words', async () => {
    const Scopes = ['contacts:read', 'webhooks:read', 'webhooks:write', 'mail:write', 'books:read']
    const body = { ApplicationName: 'Wordy', ApiKeyInfoJson: JSON.stringify({ Scopes }) }
    expect((await mine.post('/api/applicationpermissions/apikeys/0', body)).statusCode).toBe(200)
    const { words } = await admin.open('/keys')
    for (const right of ['see contacts', 'see and change webhooks', 'change mails', 'and 1 more'])
      expect(words).toContain(right)
    expect(words).not.toContain('contacts:read')
  })

  test('cannot be changed by a role that only reads', async () => {
    const { id } = await addKey('Other')
    const reader = await openConsole(server, mine, ['application-permissions:read'])
    expect((await reader.open('/keys')).text).not.toContain('Revoke')
    const question = await reader.open(`/keys/${id}/revoke`)
    expect([question.status, question.words.includes('You cannot revoke Other')]).toEqual([403, true])
    const form = /name="form" value="([^"]+)"/.exec(reader.browser.page)?.[1] ?? ''
    const after = await reader.send(`/keys/${id}/revoke`, { form })
    expect(after.text).toContain('role="alert"')
    expect((await admin.open('/keys')).words).toContain('Other')
  })
})

describe('the apps', () => {
  test('are revoked after a question', async () => {
    const { id } = await registerClient(mine, { VendorName: 'Harbor Software' })
    expect((await admin.open('/apps')).words).toContain('Harbor Software')
    await admin.open(`/apps/${id}/revoke`)
    expect((await admin.send(`/apps/${id}/revoke`)).words).toContain('is revoked, with all its tokens')
    expect((await admin.open('/apps')).words).toContain('No apps')
  })

  test('get a new secret, which is shown once', async () => {
    const { id } = await registerClient(mine)
    await admin.open(`/apps/${id}/reset`)
    expect((await admin.send(`/apps/${id}/reset`)).text).toMatch(/class="secret"[^>]*>\S{20,}</)
  })
})
