import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import { type CancellationsBench, openCancellations } from '../support/events/cancellations.ts'
import { PAYER, person } from '../support/events/registrations.ts'
import { runJobs } from '../support/jobs/run-jobs.ts'
import { linkIn } from '../support/mail/send-mails.ts'
import type { Json } from '../support/people/contact-parts.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const shoot = photographer(screenshotFolder())
const WINDOWS = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const

let bench: CancellationsBench
let browser: Browser
let origin: string
beforeAll(async () => {
  bench = await openCancellations(() => new Date(), { own: true })
  origin = await bench.server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await bench.server.close()
})

const EVENT = {
  Name: 'Harbor congress',
  StartDate: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  CanRegistrantsCancel: true,
  CancellationRules: [{ DaysBefore: 10, Fee: 25 }],
  TaxSetId: null,
}

test.each(WINDOWS)('a registration is cancelled by the link of its mail: %s', async (name, options) => {
  const { id, full } = await bench.congress(EVENT)
  const address = `dana.${name}@links.example`
  const people = ['Dana', 'Aleksandra-Konstancja'].map((FirstName) => person(full, { FirstName }))
  const cart = await bench.cart(id, { BillingInfo: { ...PAYER, EmailAddress: address }, Registrations: people })
  await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
  const path = linkIn(await bench.mails(), address, /cancel\?order=/)

  const { page, faults } = await openWindow(browser, [origin], options)
  const look = (step: string) => shoot(page, `cancel-${step}-${name}`)
  await page.goto(origin + path)
  await look('1-choice')
  // By the keyboard only: the box of the second person, which is checked, is cleared, so that this person stays.
  await page.getByRole('checkbox').nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel now' }).waitFor()
  await look('2-review')
  await page.getByRole('button', { name: 'Cancel now' }).press('Enter')
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await look('3-cancelled')
  await bench.settle()
  expect(await bench.statesOf(cart)).toEqual([9, 1])
  await page.goto(`${origin}${path}x`)
  await look('4-unknown')
  expect(faults).toEqual([])
})

const invitationOf = async (eventId: number, contactId: number): Promise<Json | undefined> =>
  (await bench.mine.get(`/api/events/${eventId}/invitations?Filter=ContactId eq ${contactId}`)).json().Results[0]

test('an invitation is declined by the link of its mail', async () => {
  const { id } = await bench.congress(EVENT)
  const ContactId = await bench.addMember('mia@links.example')
  await bench.good('inviteContacts', bench.mine.post(`/api/events/${id}/invitations`, { ContactIds: [ContactId] }))
  await runJobs(bench.server, INVITE_CONTACTS)
  const { page, faults } = await openWindow(browser, [origin], PHONE)
  await page.goto(origin + linkIn(await bench.mails(), 'mia@links.example', /decline/))
  await shoot(page, 'decline-1-phone')
  // To read the page changes nothing.
  expect(await invitationOf(id, ContactId)).toMatchObject({ State: 'Invited' })
  await page.getByRole('button', { name: 'I cannot come' }).press('Enter')
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await page.getByText('The organizer knows that you cannot come.').waitFor()
  expect(await invitationOf(id, ContactId)).toMatchObject({ State: 'Declined' })
  await shoot(page, 'decline-2-phone')
  expect(faults).toEqual([])
})
