import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import { PAYER, person } from '../support/api/registrations.ts'
import { openWaitingLists, type WaitingBench } from '../support/api/waiting-list.ts'
import { runJobs } from '../support/run-jobs.ts'
import { expectAccessible } from './axe.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const shoot = photographer(screenshotFolder())
const WINDOWS = [
  ['desktop', DESKTOP],
  ['phone', { ...PHONE, colorScheme: 'light' as const }],
  ['phone-dark', PHONE],
] as const

let bench: WaitingBench
let browser: Browser
let origin: string
beforeAll(async () => {
  bench = await openWaitingLists(() => new Date(), { own: true })
  origin = await bench.server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
}, 120_000)
afterAll(async () => {
  await browser.close()
  await bench.server.close()
})

const EVENT = {
  ...{ Name: 'Harbor congress', StartDate: new Date(Date.now() + 90 * 86_400_000).toISOString() },
  ...{ CanRegistrantsCancel: true, CancellationRules: [{ DaysBefore: 10, Fee: 25 }], TaxSetId: null },
}

/** The path of the link in the mails to an address. */
const mailedPath = async (address: string, pattern: RegExp): Promise<string> => {
  const mails = (await bench.mails()).filter(({ to }) => to.address === address)
  const links = mails.flatMap(({ html }) => [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, link = '']) => link))
  const { pathname, search } = new URL(links.find((link) => pattern.test(link)) ?? `https://no-link.example/${pattern}`)
  return pathname + search
}

test.each(WINDOWS)('a registration is cancelled by the link of its mail: %s', async (name, options) => {
  const { id, full } = await bench.congress(EVENT)
  const address = `dana.${name}@links.example`
  const people = ['Dana', 'Aleksandra-Konstancja'].map((FirstName) => person(full, { FirstName }))
  const cart = await bench.cart(id, { BillingInfo: { ...PAYER, EmailAddress: address }, Registrations: people })
  await bench.submit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
  const path = await mailedPath(address, /cancel\?order=/)

  const { page, faults } = await openWindow(browser, [origin], options)
  const look = async (step: string) => {
    await shoot(page, `cancel-${step}-${name}`)
    await expectAccessible(page, `${step} ${name}`)
  }
  await page.goto(origin + path)
  await look('1-choice')
  // By the keyboard only: the second person stays.
  await page.getByRole('checkbox').nth(1).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel now' }).waitFor()
  await look('2-review')
  await page.getByRole('button', { name: 'Cancel now' }).press('Enter')
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await look('3-cancelled')
  expect((await bench.statesOf(cart)).toSorted()).not.toEqual([1, 1])
  await page.goto(`${origin}${path}x`)
  await look('4-unknown')
  expect(faults).toEqual([])
  await page.context().close()
})

test('an invitation is declined by the link of its mail', async () => {
  const { id } = await bench.congress(EVENT)
  const ContactId = await bench.addMember('mia@links.example')
  await bench.good('inviteContacts', bench.mine.post(`/api/events/${id}/invitations`, { ContactIds: [ContactId] }))
  await runJobs(bench.server, INVITE_CONTACTS)
  const { page, faults } = await openWindow(browser, [origin], PHONE)
  await page.goto(origin + (await mailedPath('mia@links.example', /decline/)))
  await shoot(page, 'decline-1-phone')
  await expectAccessible(page, 'decline')
  await page.getByRole('button').first().press('Enter')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(page, 'decline-2-phone')
  await expectAccessible(page, 'declined')
  expect(faults).toEqual([])
  await page.context().close()
})
