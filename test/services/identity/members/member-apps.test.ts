import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser } from '#test/support/identity/oauth'
import { addMember, memberTokens } from '#test/support/people/members'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const pathOf = (page: string) => `/members/${admin.tenant.key}/${page}`
const formIn = (page: string) => /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
const appIn = (page: string) => /name="app" value="([^"]+)"/.exec(page)?.[1] ?? ''
const isValid = async (tokens: Awaited<ReturnType<typeof memberTokens>>) =>
  (await tokens.get('/api/self')).statusCode === 200

describe('the page of the applications of a member', () => {
  test('is linked from the sign-in page, and leads there without a session', async () => {
    const without = await new Browser(server).open(pathOf('apps'))
    expect([without.statusCode, without.headers.location]).toEqual([303, pathOf('sign-in')])
    const { browser } = await memberTokens(server, admin, await addMember(admin))
    expect((await browser.open(pathOf('sign-in'))).body).toContain(`href="${pathOf('apps')}"`)
  })

  test('lists what the member has allowed, and ends it with its tokens, and those of no other member', async () => {
    const mine = await memberTokens(server, admin, await addMember(admin))
    const other = await memberTokens(server, admin, await addMember(admin))
    const { body } = await mine.browser.open(pathOf('apps'))
    expect(body).toContain('Member desk')
    expect(body).toContain('what you can as a member')
    const [foreign] = [appIn((await other.browser.open(pathOf('apps'))).body)]
    await mine.browser.submit(pathOf('apps'), { form: formIn(body), app: foreign })
    expect(await isValid(other), 'the key of an application is not that of its member').toBe(true)
    const ended = await mine.browser.submit(pathOf('apps'), { form: formIn(body), app: appIn(body) })
    expect([ended.statusCode, ended.headers.location]).toEqual([303, pathOf('apps')])
    const after = await mine.browser.open(pathOf('apps'))
    expect(after.body).toContain('The application has no access any more.')
    expect(after.body).toContain('You have not allowed an application')
    expect([await isValid(mine), await isValid(other)]).toEqual([false, true])
  })

  test('ends nothing of another tenant, by a form of another site, or without its token', async () => {
    const { browser, ...tokens } = await memberTokens(server, admin, await addMember(admin))
    const page = (await browser.open(pathOf('apps'))).body
    const [, permissionTenant, permission] = appIn(page).split('-')
    const stranger = await server.tenant()
    for (const [fields, headers, status] of [
      [{ form: 'forged', app: appIn(page) }, {}, 303],
      [{ form: formIn(page), app: 'x' }, {}, 303],
      [{ form: formIn(page), app: appIn(page) }, { origin: 'https://evil.example' }, 403],
    ] as const) {
      const sent = await server.app.inject({
        method: 'POST',
        url: pathOf('apps'),
        headers: { cookie: browser.cookies, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      })
      expect(sent.statusCode).toBe(status)
      expect(await isValid({ browser, ...tokens })).toBe(true)
    }
    // The tenant is that of the session, whatever the form states.
    await browser.submit(pathOf('apps'), {
      form: formIn(page),
      app: `${stranger.tenant.id}-${permissionTenant}-${permission}`,
    })
    expect(await isValid({ browser, ...tokens })).toBe(false)
  })
})
