import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeOwnPassword, resetByLink, resetPassword } from '#services/identity/login-changes'
import { createLogin, type NewLogin } from '#services/identity/logins'
import { makeLink } from '#services/identity/mail/login-links'
import { hashNewPassword } from '#services/identity/sign-in/password-rules'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import { Browser, PASSWORD, registerLogin } from '#test/support/identity/oauth'
import { addMember, signInByLink } from '#test/support/people/members'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  // Tests of other files have used the same address.
  await forgetAddresses(server)
  admin = await server.tenant()
  const data = { name: 'Société Harbor & Hill' }
  await server.database.system.tenant.update({ where: { id: admin.tenant.id }, data })
})
afterEach(() => forgetAddresses(server))
afterAll(() => server.close())

const OF_TENANT = 'societe-harbor-hill lantern windows'
const REFUSED = {
  status: 400,
  errors: [{ pointer: '/password', message: 'must not contain the name of your organization or of the product' }],
}

describe('a password with the name of the product or of an organization', () => {
  const owner = { email: 'grace.hopper@sea.example', displayName: 'Grace Hopper', organizations: ['Harbor', 'ABC'] }

  test.each([
    'lantern Guildhall windows',
    'xX7-guild.hall-qpTz91',
    'seven HARBOR lanterns',
    'Hàrbor seven lanterns',
    'sevenharborlanterns',
  ])('is rejected: %s', (password) => expect(hashNewPassword(password, owner)).rejects.toMatchObject(REFUSED))

  test.each(['seven guilds in a hall', 'abc lanterns and windows', 'harb8or seven lanterns'])(
    'is accepted without it: %s',
    async (password) => expect(await hashNewPassword(password, owner)).toMatch(/^\$argon2id\$/),
  )
})

describe('the name of the own organization is rejected', () => {
  const login = async () => {
    const email = await registerLogin(server, admin.tenant)
    return server.database.system.login.findFirstOrThrow({ where: { email } })
  }
  const now = () => new Date()

  test('in a new login', async () => {
    const wanted: NewLogin = {
      tenantKey: admin.tenant.key,
      email: 'new@sea.example',
      displayName: 'Ada',
      role: 'Staff',
      password: OF_TENANT,
    }
    await expect(createLogin(server.database, wanted)).rejects.toMatchObject(REFUSED)
  })

  test('by an operator, by a mailed link and by the person', async () => {
    const { id, email } = await login()
    const { database } = server
    await expect(resetPassword(database, email, OF_TENANT, now())).rejects.toMatchObject(REFUSED)
    const token = await makeLink(database.system, id, now())
    await expect(resetByLink(database, token, OF_TENANT, now())).rejects.toMatchObject(REFUSED)
    const change = { current: PASSWORD, next: OF_TENANT }
    await expect(changeOwnPassword(database, id, change, now())).rejects.toMatchObject(REFUSED)
  })

  test('of every organization in which the person has a seat', async () => {
    const { email } = await login()
    const other = await server.tenant()
    const data = { name: 'Lighthouse League' }
    await server.database.system.tenant.update({ where: { id: other.tenant.id }, data })
    await registerLogin(server, other.tenant, 'Staff', email)
    for (const password of [OF_TENANT, 'seven lighthouse league doors'])
      await expect(resetPassword(server.database, email, password, now())).rejects.toMatchObject(REFUSED)
  })

  test('of a member', async () => {
    const { email } = await addMember(admin)
    const browser = new Browser(server)
    const page = `/members/${admin.tenant.key}/password`
    await signInByLink(server, browser, admin.tenant.key, email)
    await browser.open(page)
    const refused = await browser.submit(page, { password: OF_TENANT })
    expect([refused.statusCode, refused.body.includes('the name of your organization')]).toEqual([422, true])
  })
})
