import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, registerLogin } from '#test/support/identity/oauth'
import { loginMails } from '#test/support/people/login-mails'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const subjectsTo = async (email: string) => (await loginMails(server, email)).map(({ subject }) => subject)

describe('a sign-in of staff in a new browser', () => {
  test('is notified by mail, but not the first one, and not again in the same browser', async () => {
    const email = await registerLogin(server, admin.tenant)
    const known = new Browser(server)
    await known.signIn(email)
    expect(await subjectsTo(email)).toEqual([])
    await known.open('/account')
    await known.submit('/sign-out', {})
    await known.signIn(email)
    expect(await subjectsTo(email)).toEqual([])
    await new Browser(server).signIn(email)
    expect(await subjectsTo(email)).toEqual([expect.stringMatching(/^Your login was used in a new browser \(.+\)$/)])
  })

  test('is not notified if the password is wrong', async () => {
    const email = await registerLogin(server, admin.tenant)
    await new Browser(server).signIn(email)
    await new Browser(server).signIn(email, 'not the right password')
    expect(await subjectsTo(email)).toEqual([])
  })
})
