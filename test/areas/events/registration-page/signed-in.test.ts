import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser, solvedIn, wordsOf } from '#test/support/events/page-forms'
import { type Congress, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { Browser } from '#test/support/identity/oauth'
import { mailedLinks, requestLink } from '#test/support/people/members'

let bench: RegistrationsBench
beforeAll(async () => {
  // Jobs make the links to sign in by the clock of the system.
  bench = await openRegistrations(() => new Date())
  await bench.good('savePaymentGateway', bench.mine.post('/api/paymentgateways/0', { Name: 'Main', IsDefault: true }))
})
afterAll(() => bench.server.close())

const pathOf = ({ id }: Pick<Congress, 'id'>) => `/events/${bench.mine.tenant.key}/${id}`

/** Creates a member with a login and an address of its own. */
const memberWithLogin = async (address: string): Promise<{ contactId: number; loginId: number }> => {
  const { mine } = bench
  const contactId = await bench.addMember(address)
  const login = await mine.post('/api/memberlogins/0', { ContactId: contactId, EmailAddress: address })
  expect(login.statusCode, login.body).toBe(200)
  const Address1 = '1 Quay Street'
  const place = { Address1, City: 'Harbor', PostalCode: '01234', IsPrimary: true }
  expect((await mine.post(`/api/contacts/${contactId}/addresses/0`, place)).statusCode).toBe(200)
  return { contactId, loginId: login.json().MemberLoginId }
}

/** Signs a member in by a mailed link that returns to a page. */
const signIn = async (address: string, next: string) => {
  const browser = new Browser(bench.server)
  await requestLink(browser, bench.mine.tenant.key, address, next)
  const [link = ''] = await mailedLinks(bench.server, address)
  await browser.open(link)
  const { headers } = await browser.submit(link, {})
  return { location: headers.location, visitor: new PlainBrowser(bench.server.app, browser.cookies) }
}

const ticket = (type: number) => ({ '/Registrations/0/EventRegistrationTypeId': String(type) })

describe('GET /events/{tenantKey}/{eventId} of a signed-in member', () => {
  test('offers to sign in for member prices, and returns to the page', async () => {
    const congress = await bench.congress({ MembershipProof: 'SignIn' })
    const page = await new PlainBrowser(bench.server.app).get(pathOf(congress))
    const next = new URLSearchParams({ next: pathOf(congress) })
    expect(page.text).toContain(
      `<a href="/members/${bench.mine.tenant.key}/sign-in?${next}">Sign in for member prices</a>`,
    )
    await memberWithLogin('return@signed.example')
    const { location, visitor } = await signIn('return@signed.example', pathOf(congress))
    expect(location).toBe(pathOf(congress))
    const own = await visitor.get(pathOf(congress))
    expect(wordsOf(own)).toContain('You are signed in as Mia Lee')
    expect(own.text).not.toContain('Sign in for member prices')
  })

  test('shows member prices and fills in what is known, also if only a sign-in proves a membership', async () => {
    const congress = await bench.congress({ MembershipProof: 'SignIn' })
    const address = 'prices@signed.example'
    await memberWithLogin(address)
    expect(wordsOf(await new PlainBrowser(bench.server.app).get(pathOf(congress)))).toMatch(/Full\s+\$90\.00/)
    const { visitor } = await signIn(address, pathOf(congress))
    const page = await visitor.get(pathOf(congress))
    expect(wordsOf(page)).toMatch(/Full\s+\$70\.00/)
    for (const known of [address, '1 Quay Street', 'Harbor', '01234']) expect(page.text).toContain(`value="${known}"`)
  })

  test('returns only to pages of events of the organization', async () => {
    const { tenant } = bench.mine
    for (const next of [
      `/events/${bench.theirs.tenant.key}/1`,
      `/events/${tenant.key}/1/cancel`,
      `/events/${tenant.key}/../../console`,
      '//elsewhere.example/events',
      `/members/${tenant.key}/sessions`,
    ]) {
      const browser = new Browser(bench.server)
      await browser.open(`/members/${tenant.key}/sign-in?${new URLSearchParams({ next })}`)
      expect([next, browser.page.includes('name="next"')]).toEqual([next, false])
    }
  })
})

describe('POST /events/{tenantKey}/{eventId} of a signed-in member', () => {
  test('registers the member at the member price, as the contact that pays', async () => {
    const congress = await bench.congress({ MembershipProof: 'SignIn' })
    const address = 'pays@signed.example'
    const { contactId } = await memberWithLogin(address)
    const { visitor } = await signIn(address, pathOf(congress))
    const review = await visitor.send(await visitor.get(pathOf(congress)), ticket(congress.full))
    expect(wordsOf(review)).toMatch(/Total \$75\.78/)
    const done = await visitor.send(review, { action: 'confirm', payment: 'Invoice', ...solvedIn(review) })
    expect(wordsOf(done)).toContain('You are registered')
    const where = { tenantId: bench.mine.tenant.id, eventId: congress.id }
    const order = await bench.server.database.system.eventOrder.findFirstOrThrow({ where })
    expect([order.contactId, Number(order.total)]).toEqual([contactId, 75.78])
  })

  test('shows the form again if it was not made for the session, and does nothing', async () => {
    const congress = await bench.congress({ MembershipProof: 'SignIn' })
    const address = 'stale@signed.example'
    await memberWithLogin(address)
    const { visitor } = await signIn(address, pathOf(congress))
    const stranger = new PlainBrowser(bench.server.app)
    const names = { '/BillingInfo/FirstName': 'Mia', '/BillingInfo/LastName': 'Lee' }
    const filled = { ...names, '/BillingInfo/EmailAddress': address, ...ticket(congress.full) }
    const review = await stranger.send(await stranger.get(pathOf(congress)), filled)
    const confirm = { action: 'confirm', payment: 'Invoice', ...solvedIn(review) }
    const shown = await visitor.send(review, confirm)
    expect([shown.status, wordsOf(shown).includes('You have signed in or out')]).toEqual([422, true])
    const forged = await visitor.send(review, { ...confirm, form: 'of-another-session' })
    expect(forged.status).toBe(422)
    // The form that is shown again is one of the session.
    expect(wordsOf(await visitor.send(shown))).toMatch(/Total \$75\.78/)
    // A stranger with a form of a session is shown its own prices first.
    const own = await visitor.send(await visitor.get(pathOf(congress)), ticket(congress.full))
    const left = await stranger.send(own, { ...confirm, ...solvedIn(own) })
    expect(left.status).toBe(422)
    const where = { tenantId: bench.mine.tenant.id, eventId: congress.id }
    expect(await bench.server.database.system.eventOrder.count({ where })).toBe(0)
  })

  test('does not know a member of another organization, or one that has signed out', async () => {
    const congress = await bench.congress({ MembershipProof: 'SignIn' })
    const address = 'ended@signed.example'
    const { loginId } = await memberWithLogin(address)
    const { visitor } = await signIn(address, pathOf(congress))
    expect(wordsOf(await visitor.get(pathOf(congress)))).toContain('You are signed in')
    expect((await bench.mine.post(`/api/memberlogins/${loginId}/signout`)).statusCode).toBe(200)
    const page = await visitor.get(pathOf(congress))
    expect(wordsOf(page)).toContain('Sign in for member prices')
    expect(page.text).not.toContain(address)
  })
})
