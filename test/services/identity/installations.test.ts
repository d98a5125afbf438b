import { afterAll, describe, expect, test } from 'vitest'
import { buildTestApp } from '#test/support/build-app'
import { Browser, PASSWORD, registerLogin } from '#test/support/identity/oauth'

const server = await buildTestApp({
  config: { publicUrl: 'https://shared.example', installation: 'south' },
})
afterAll(() => server.close())

describe('an installation that shares its address with others', () => {
  test('marks the browser for the proxy on pages of staff, and on nothing that is cached', async () => {
    const [marked, style, health] = await Promise.all(
      ['/sign-in', '/sign-in/second-factor', '/health/live'].map((url) => server.app.inject({ url })),
    )
    const mark = {
      name: '__Host-guildhall-installation',
      value: 'south',
      httpOnly: true,
      secure: true,
      sameSite: 'Lax',
    }
    expect(marked?.cookies).toContainEqual(expect.objectContaining(mark))
    expect(style?.cookies).toContainEqual(expect.objectContaining(mark))
    expect(health?.cookies).toEqual([])
    const assets = [...(marked?.body ?? '').matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g)].map(
      ([, url = '']) => url,
    )
    expect(assets.length).toBeGreaterThan(0)
    for (const url of assets) expect((await server.app.inject({ url })).cookies).toEqual([])
  })

  test('keeps a session of its own, and links to its own account', async () => {
    const caller = await server.tenant()
    const email = await registerLogin(server, caller.tenant)
    const browser = new Browser(server)
    await browser.signIn(email, PASSWORD)
    expect(browser.cookies).toContain('__Host-guildhall-session-south=')
    expect((await browser.open(`/console/${caller.tenant.key}`)).body).toContain('href="/account?installation=south"')
  })

  test('refuses an event without its tenant, although only one tenant here has it', async () => {
    const caller = await server.tenant()
    const saved = await caller.post('/api/events/0', { Name: 'Open day', StartDate: '2031-03-04T18:00:00Z' })
    const { EventId } = saved.json()
    const found = await server.app.inject({ url: `/api/public/events/getenv/${EventId}` })
    expect(found.json()).toMatchObject({ Status: 404, StatusMessage: expect.stringContaining('X-Tenant-Key') })
  })
})
