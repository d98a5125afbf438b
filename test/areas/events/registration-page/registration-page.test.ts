import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import { MAIL_REGISTRATION_LINK } from '#areas/events/public-registration/links/links.service'
import { PlainBrowser, solvedIn, wordsOf } from '#test/support/events/page-forms'
import { type Congress, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: RegistrationsBench
let browser: PlainBrowser
let payers = 0
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
  await bench.good('savePaymentGateway', bench.mine.post('/api/paymentgateways/0', { Name: 'Main', IsDefault: true }))
  browser = new PlainBrowser(bench.server.app)
})
afterAll(() => bench.server.close())

const pathOf = ({ id }: Pick<Congress, 'id'>) => `/events/${bench.mine.tenant.key}/${id}`
const payer = () => ({
  '/BillingInfo/FirstName': 'Dana',
  '/BillingInfo/LastName': 'Reyes',
  '/BillingInfo/EmailAddress': `dana${++payers}@page.example`,
})
const typeOf = (type: unknown, at = 0) => ({ [`/Registrations/${at}/EventRegistrationTypeId`]: String(type) })
const CONFIRM = { action: 'confirm' }

/** The link that was mailed to an address. */
const mailedLink = async (toAddress: string): Promise<string> => {
  await runJobs(bench.server, MAIL_REGISTRATION_LINK)
  const { system } = bench.server.database
  const { data } = await system.mailMessage.findFirstOrThrow({ where: { toAddress }, orderBy: { id: 'desc' } })
  return new URL((data as { registration: { url: string } }).registration.url).pathname
}

const reviewed = async (congress: Congress, more: Record<string, string | string[] | undefined> = {}) => {
  const who = payer()
  const review = await browser.send(await browser.get(pathOf(congress)), { ...who, ...typeOf(congress.free), ...more })
  expect(wordsOf(review)).toContain('Check your registration')
  return { review, address: who['/BillingInfo/EmailAddress'] }
}

describe('GET /events/{tenantKey}/{eventId}', () => {
  test('shows the event with its types, prices, sessions and items', async () => {
    const congress = await bench.congress({ Capacity: 10 })
    const page = await browser.get(pathOf(congress))
    expect(page.status).toBe(200)
    const words = wordsOf(page)
    expect(words).toContain(bench.mine.tenant.name)
    expect(words).toMatch(/Full\s+\$90\.00\s+Early price until 31 March 2030 instead of \$100\.00/)
    expect(words).toMatch(/Workshop .*Thu, 2 May, 09:00 – 11:00/)
    expect(words).toContain('Parking, $8.00 each')
    expect(words).toContain('Scholarships, amount in USD')
    const ids = [...page.text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('returns a page with 404 for an unknown event, a draft and the event of another tenant', async () => {
    const { EventId } = await bench.event()
    const { id } = await bench.congress()
    const paths = [
      `/events/${bench.mine.tenant.key}/999999999`,
      pathOf({ id: Number(EventId) }),
      `/events/${bench.theirs.tenant.key}/${id}`,
      `/events/nobody-has-it/${id}`,
    ]
    for (const path of paths) {
      const page = await browser.get(path)
      expect([path, page.status, page.text.startsWith('<!doctype html>')]).toEqual([path, 404, true])
    }
  })

  test('says why an event cannot be registered for', async () => {
    const closed = await bench.congress({ RegistrationCloses: '2030-02-01T00:00:00Z' })
    const page = await browser.get(pathOf(closed))
    expect(wordsOf(page)).toContain('Registration is closed.')
    expect(page.text).not.toContain('<form')
    const later = await bench.congress({ RegistrationOpens: '2030-03-05T09:00:00Z' })
    expect(wordsOf(await browser.get(pathOf(later)))).toContain(
      'Registration opens on Tuesday, 5 March 2030, 09:00 (UTC)',
    )
  })
})

describe('POST /events/{tenantKey}/{eventId}', () => {
  test('reports all faults at their fields, with links to them, and keeps what was entered', async () => {
    const congress = await bench.congress()
    const form = await browser.get(pathOf(congress))
    const page = await browser.send(form, {
      '/BillingInfo/FirstName': 'Dana & <b>',
      '/BillingInfo/EmailAddress': 'dana@',
    })
    expect(page.status).toBe(422)
    for (const [name, message] of [
      ['f-BillingInfo-LastName', 'Last name is missing.'],
      ['f-BillingInfo-EmailAddress', 'This is not an email address.'],
      ['f-Registrations-0-EventRegistrationTypeId', 'Attendee 1: Choose a ticket.'],
    ]) {
      expect(page.text).toContain(`<a href="#${name}">${message}</a>`)
      expect(page.text).toContain(`id="${name}"`)
    }
    expect(page.text).toContain('value="Dana &amp; &lt;b&gt;"')
    expect(page.text).toContain('<title>Error: ')
  })

  test('adds and removes attendees', async () => {
    const congress = await bench.congress()
    let page = await browser.send(await browser.get(pathOf(congress)), { ...typeOf(congress.full), action: 'add' })
    page = await browser.send(page, {
      '/Registrations/1/FirstName': 'Second',
      ...typeOf(congress.free, 1),
      action: 'add',
    })
    page = await browser.send(page, { '/Registrations/2/FirstName': 'Third', action: 'add' })
    expect(wordsOf(page)).toContain('Attendee 4')
    page = await browser.send(page, { action: 'remove-1' })
    expect(wordsOf(page)).not.toContain('Attendee 4')
    expect(page.text).toContain('name="/Registrations/1/FirstName" type="text" value="Third"')
    expect(page.text).toMatch(/name="attending" value="1"[^>]*checked/)
    page = await browser.send(page, { action: 'remove-0' })
    expect(page.text).toContain('name="/Registrations/0/FirstName" type="text" value="Third"')
    expect(page.text).not.toMatch(/name="attending" value="1"[^>]*checked/)
  })

  test('shows an invited person its own name and address', async () => {
    const { id } = await bench.congress()
    const ContactId = await bench.addMember('ida@invited.example')
    await bench.good('inviteContacts', bench.mine.post(`/api/events/${id}/invitations`, { ContactIds: [ContactId] }))
    await runJobs(bench.server, INVITE_CONTACTS)
    const where = { tenantId: bench.mine.tenant.id, contactId: ContactId, templateKey: 'event-invitation' }
    const { data } = await bench.server.database.system.mailMessage.findFirstOrThrow({ where })
    const { pathname, search } = new URL((data as { invitation: { url: string } }).invitation.url)
    const page = await browser.get(pathname + search)
    expect(page.text).toContain('value="ida@invited.example"')
    expect(page.text).toContain('value="Mia"')
    expect((await browser.get(pathname)).text).not.toContain('ida@invited.example')
  })

  test('shows the amounts of splits for review, and reserves nothing', async () => {
    const congress = await bench.congress({ Capacity: 10 })
    const { parts } = congress
    const more = {
      ...typeOf(congress.full),
      '/Registrations/0/SessionIds': [String(parts.Sessions[0]?.SessionId)],
      '/Registrations/0/DiscountCode': 'student',
      [`item/${parts.AdditionalItems[0]?.ItemId}`]: '2',
      [`donation/${parts.Donations[0]?.ItemId}`]: '20,50',
    }
    const { review } = await reviewed(congress, more)
    const words = wordsOf(review)
    expect(words).toContain('Dana Reyes: Full, Workshop')
    expect(words).toContain('2 × Parking')
    expect(words).toContain('$20.50')
    const splits = await bench.post('splits', congress.id, {
      Registrations: [
        { EventRegistrationTypeId: congress.full, SessionIds: [parts.Sessions[0]?.SessionId], DiscountCode: 'STUDENT' },
      ],
      AdditionalPurchaseItems: [{ ItemId: parts.AdditionalItems[0]?.ItemId, Quantity: 2 }],
      DonationItems: [{ ItemId: parts.Donations[0]?.ItemId, Amount: 20.5 }],
    })
    expect(words).toContain(`Total $${Number(splits.Data?.AmountDue).toFixed(2)}`)
    const { system } = bench.server.database
    expect(await system.eventOrder.count({ where: { tenantId: bench.mine.tenant.id, eventId: congress.id } })).toBe(0)
    const form = await browser.send(review, { action: 'edit' })
    expect(form.text).toContain('value="20,50"')
  })

  test('registers for free with a solved captcha', async () => {
    const { review } = await reviewed(await bench.congress())
    expect(review.text).toContain('<script src="/events/captcha-')
    const done = await browser.send(review, { ...CONFIRM, ...solvedIn(review) })
    expect(wordsOf(done)).toMatch(/You are registered .* Confirmation number E\d+-\d+ .* Dana Reyes Registered/)
    // The same form again.
    const again = await browser.send(review, { ...CONFIRM, ...solvedIn(review) })
    expect(wordsOf(again)).toContain('Please confirm again.')
  })

  test('registers without scripts by a mailed link, which is followed once', async () => {
    const congress = await bench.congress({ Capacity: 10 })
    const { review, address } = await reviewed(congress)
    const mailed = await browser.send(review, CONFIRM)
    expect(wordsOf(mailed)).toContain(`We have sent a link to ${address}`)
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, eventId: congress.id }
    expect(await system.eventOrder.count({ where })).toBe(0)

    const path = await mailedLink(address)
    const continued = await browser.get(path)
    expect(wordsOf(continued)).toContain('Check your registration')
    expect(continued.text).not.toContain('<script')
    expect(await system.eventOrder.count({ where })).toBe(0)
    const done = await browser.send(continued, CONFIRM)
    expect(wordsOf(done)).toContain('You are registered')
    const used = await browser.get(path)
    expect([used.status, wordsOf(used).includes('It was used')]).toEqual([404, true])
    const again = await browser.send(continued, CONFIRM)
    expect(wordsOf(again)).toContain('Please confirm again.')
    expect(await system.eventOrder.count({ where })).toBe(1)
  })

  test('pays on the page of the sandbox, and shows the confirmation on return', async () => {
    const congress = await bench.congress()
    const { review, address } = await reviewed(congress, typeOf(congress.full))
    await browser.send(review, CONFIRM)
    const continued = await browser.get(await mailedLink(address))
    const sandbox = await browser.send(continued, { ...CONFIRM, payment: 'Hosted' })
    expect(wordsOf(sandbox)).toContain('This is a test. No money is moved.')
    const declined = await browser.send(sandbox, { card: 'tok_chargeDeclined' })
    expect(declined.status).toBe(402)
    // Back without a payment: the seats are reserved, and the payment can be continued.
    const cancel = /class="back-link" href="([^"]+)"/.exec(sandbox.text)?.[1] ?? ''
    const waiting = await browser.follow({ ...sandbox, location: cancel })
    expect(wordsOf(waiting)).toMatch(/Your seats are reserved until .* Dana Reyes/)
    const unpaid = await browser.get(`${new URL(cancel).pathname}/done`)
    expect(wordsOf(unpaid)).toContain('Your payment is not finished')
    expect(unpaid.text).toContain(`${sandbox.path}"`)
    const paid = await browser.send(declined, { card: 'tok_visa' })
    const done = paid.status === 303 ? await browser.follow(paid) : paid
    expect(wordsOf(done)).toMatch(
      /You are registered .* Confirmation number E\d+-\d+ Invoice \S+ Total \$97\.43 Payment Paid/,
    )
    // A repeat shows the same.
    expect(wordsOf(await browser.get(`${new URL(cancel).pathname}/done`))).toBe(wordsOf(done))
    expect(wordsOf(await browser.get(new URL(cancel).pathname))).toBe(wordsOf(done))
  })

  test('registers with an invoice', async () => {
    const congress = await bench.congress()
    const { review } = await reviewed(congress, typeOf(congress.full))
    const done = await browser.send(review, {
      ...CONFIRM,
      ...solvedIn(review),
      payment: 'Invoice',
      ordernumber: 'PO-7',
    })
    expect(wordsOf(done)).toContain('To be paid by invoice')
  })

  test('adds visitors to the waiting list', async () => {
    const congress = await bench.congress({ Capacity: 1, HasWaitingList: true })
    await bench.addRegistration(congress.id, congress.free, 1)
    expect(wordsOf(await browser.get(pathOf(congress)))).toContain('Waiting list: you pay when a seat is free for you')
    const { review } = await reviewed(congress, typeOf(congress.full))
    expect(wordsOf(review)).toContain('Total $0.00')
    const done = await browser.send(review, { ...CONFIRM, ...solvedIn(review) })
    expect(wordsOf(done)).toContain('You are on the waiting list')
  })

  test('shows what was sold out after the review', async () => {
    const congress = await bench.congress({ Capacity: 1 })
    const { review } = await reviewed(congress)
    await bench.addRegistration(congress.id, congress.free, 1)
    const page = await browser.send(review, { ...CONFIRM, ...solvedIn(review) })
    expect([page.status, wordsOf(page).includes('sold out')]).toEqual([422, true])
  })

  test('rejects the form of another site', async () => {
    const response = await bench.server.app.inject({
      method: 'POST',
      url: pathOf(await bench.congress()),
      payload: 'action=review',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
    expect(response.statusCode).toBe(403)
  })
})
