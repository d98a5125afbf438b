import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_REGISTRATION_LINK } from '#areas/events/public-registration/links/links.service'
import { type Congress, openRegistrations, type RegistrationsBench } from '../support/events/registrations.ts'
import { runJobs } from '../support/jobs/run-jobs.ts'
import { collectMails } from '../support/mail/send-mails.ts'
import { mailedLinks } from '../support/people/members.ts'
import { launchChromium, screenshotFolder } from './chromium.ts'
import { DESKTOP, openWindow, PHONE, photographer } from './window.ts'

const folder = screenshotFolder()
const shoot = photographer(folder)
const WINDOWS = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const

let bench: RegistrationsBench
let browser: Browser
let origin: string
let congress: Congress
beforeAll(async () => {
  bench = await openRegistrations(() => new Date(), { own: true })
  const { server, mine } = bench
  await server.database.system.tenant.update({
    where: { id: mine.tenant.id },
    data: { name: 'Harbor Chamber of Commerce' },
  })
  await bench.good('savePaymentGateway', mine.post('/api/paymentgateways/0', { Name: 'Main', IsDefault: true }))
  congress = await bench.congress(EVENT)
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
  browser = await launchChromium()
  console.log(`Screenshots: ${folder}`)
}, 120_000)
afterAll(async () => {
  await browser.close()
  await bench.server.close()
})

const inDays = (days: number, hour: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00Z`

const EVENT = {
  Name: 'Harbor congress',
  ShortDescription: 'Two days of talks and workshops for associations.',
  StartDate: inDays(90, 9),
  EndDate: inDays(91, 17),
  Location: 'Harbor Hall, 12 Quay Street',
  Capacity: 300,
  HasWaitingList: true,
  RegistrationCloses: null,
  RegistrationOpens: null,
}

const urlOf = ({ id }: Congress) => `${origin}/events/${bench.mine.tenant.key}/${id}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

/** Presses Tab until an element with the name has the focus. */
const tabTo = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(
      `(({ labels, textContent, value }) => [...(labels ?? [])].map((one) => one.textContent).join(' ') || textContent || value)(document.activeElement)`,
    )
    if (focused.includes(name)) return
  }
  throw new Error(`The keyboard does not get to ${name}`)
}

const typeInto = async (page: Page, label: string, text: string): Promise<void> => {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

test('a registration with payment is completed by the keyboard only', async () => {
  const { page, faults } = await openWindow(browser, [origin], DESKTOP)
  await page.goto(urlOf(congress))
  await typeInto(page, 'First name', 'Dana')
  await typeInto(page, 'Last name', 'Reyes')
  await typeInto(page, 'Email address', 'dana@keyboard.example')
  await tabTo(page, 'Full')
  await page.keyboard.press('Space')
  expect(await page.locator(':focus').getAttribute('value')).toBe(String(congress.full))
  await tabTo(page, 'Workshop')
  await page.keyboard.press('Space')
  await shoot(page, 'registration-keyboard-focus-desktop')
  // Enter in a field continues, and does not add or remove an attendee.
  await tabTo(page, 'Discount code')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Check your registration' }).waitFor()
  await tabTo(page, 'Register and pay')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Pay \$/ }).waitFor()
  await tabTo(page, '4242')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(await page.getByText(/^E\d+-\d+$/).count()).toBe(1)
  expect(faults).toEqual([])
})

test('going back from the confirmation shows the review, and confirming it again registers nobody twice', async () => {
  const { page, faults } = await openWindow(browser, [origin], PHONE)
  await page.goto(urlOf(congress))
  await page.getByLabel('First name').first().fill('Bea')
  await page.getByLabel('Last name').first().fill('Back')
  await page.getByLabel('Email address').first().fill('bea@back.example')
  await page.getByLabel('Guest').first().check()
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  const number = await page.getByText(/^E\d+-\d+$/).textContent()
  await page.goBack()
  expect(await heading(page)).toBe('Check your registration')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  expect(await page.getByText(/^E\d+-\d+$/).textContent()).toBe(number)
  await page.goBack()
  await page.goBack()
  expect(await page.getByLabel('First name').first().inputValue()).toBe('Bea')
  expect(faults).toEqual([])
})

test.each(WINDOWS)(
  'a member signs in for member prices, by keyboard and without scripts: %s',
  async (name, options) => {
    const { page, faults } = await openWindow(browser, [origin], { ...options, javaScriptEnabled: false })
    const own = await bench.congress({ ...EVENT, MembershipProof: 'SignIn' })
    const address = `${name}@members.example`
    const ContactId = await bench.addMember(address)
    await bench.good('saveMemberLogin', bench.mine.post('/api/memberlogins/0', { ContactId, EmailAddress: address }))
    await page.goto(urlOf(own))
    const link = page.getByRole('link', { name: 'Sign in for member prices' })
    await link.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('E-mail address').fill(address)
    await page.getByRole('button', { name: 'Mail me a link' }).press('Enter')
    const [mailed = ''] = await mailedLinks(bench.server, address)
    await page.goto(`${origin}${mailed}`)
    await page.getByRole('button', { name: 'Sign in' }).press('Enter')
    await page.getByText('You are signed in as').waitFor()
    expect(await page.getByLabel('Email address').first().inputValue()).toBe(address)
    const withScripts = await page
      .context()
      .browser()
      ?.newContext({ ...options, storageState: await page.context().storageState() })
    const shown = await withScripts?.newPage()
    await shown?.goto(urlOf(own))
    if (shown) await shoot(shown, `registration-15-member-${name}`)
    await withScripts?.close()
    await page.getByLabel('Full').first().check()
    await page.getByRole('button', { name: 'Continue to review' }).press('Enter')
    expect(await page.getByRole('row', { name: /^Full/ }).textContent()).toContain('$70.00')
    await page.getByLabel('Invoice').check()
    await page.getByRole('button', { name: 'Register and pay' }).press('Enter')
    expect(await heading(page)).toBe('Check your mail')
    await runJobs(bench.server, MAIL_REGISTRATION_LINK)
    const where = { toAddress: address, templateKey: 'event-registration-link' }
    const { data } = await bench.server.database.system.mailMessage.findFirstOrThrow({ where })
    await page.goto(`${origin}${new URL((data as { registration: { url: string } }).registration.url).pathname}`)
    await page.getByLabel('Invoice').check()
    await page.getByRole('button', { name: 'Register and pay' }).press('Enter')
    expect(await heading(page)).toBe('You are registered')
    const where2 = { tenantId: bench.mine.tenant.id, eventId: own.id }
    const { contactId } = await bench.server.database.system.eventOrder.findFirstOrThrow({ where: where2 })
    expect(contactId).toBe(ContactId)
    expect(faults).toEqual([])
  },
)

test.each(WINDOWS)('every page of a registration is accessible and fits: %s', async (name, options) => {
  const { page, faults } = await openWindow(browser, [origin], options)
  const look = (step: string) => shoot(page, `registration-${step}-${name}`)
  await page.goto(urlOf(congress))
  await look('1-form')
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await page.getByRole('heading', { name: 'Please correct the following' }).waitFor()
  await page.locator('.errors:focus').waitFor()
  await look('2-faults')
  await page.getByRole('link', { name: 'First name is missing.' }).click()
  await page.locator('#f-BillingInfo-FirstName:focus').waitFor()

  await page.getByLabel('First name').first().fill('Aleksandra-Konstancja')
  await page.getByLabel('Last name').first().fill('Wolfeschlegelsteinhausenbergerdorff')
  await page
    .getByLabel('Email address')
    .first()
    .fill(`aleksandra.${name}@a-rather-long-domain-of-an-association.example`)
  await page.getByLabel('Full').first().check()
  await page.getByLabel('Workshop').first().check()
  await page.getByRole('button', { name: 'Add another attendee' }).click()
  const second = page.getByRole('group', { name: 'Attendee 2' })
  await second.getByLabel('First name').fill('Bo')
  await second.getByLabel('Last name').fill('Lind')
  await second.getByLabel('Guest').check()
  await page.getByLabel('Parking').fill('2')
  await look('3-two-attendees')
  await page.getByRole('button', { name: 'Continue to review' }).click()
  expect(await heading(page)).toBe('Check your registration')
  await look('4-review')
  await page.getByRole('button', { name: 'Register and pay' }).click()
  await page.getByRole('heading', { name: /^Pay \$/ }).waitFor()
  await look('5-payment')
  await page.getByLabel('0002').check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('alert').waitFor()
  await look('6-declined')
  await page.getByRole('link', { name: /^Cancel/ }).click()
  expect(await heading(page)).toBe('Finish your registration')
  await look('7-cart')
  await page.getByRole('button', { name: 'Register and pay' }).click()
  await page.getByRole('heading', { name: /^Pay \$/ }).waitFor()
  await page.getByRole('button', { name: /^Pay/ }).click()
  expect(await heading(page)).toBe('You are registered')
  await look('8-confirmation')
  expect(faults).toEqual([])
})

test.each(WINDOWS)('a payer changes a ticket and a name by the link of the confirmation: %s', async (name, options) => {
  const { page, faults } = await openWindow(browser, [origin], options)
  await page.goto(urlOf(congress))
  await page.getByLabel('First name').first().fill('Cleo')
  await page.getByLabel('Last name').first().fill('Change')
  await page.getByLabel('Email address').first().fill(`cleo.${name}@change.example`)
  await page.getByLabel('Guest').first().check()
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  const mails = await collectMails(bench.server, bench.mine.tenant.id)
  const mail = mails.find(({ to }) => to.address === `cleo.${name}@change.example`)
  const [, key] = /change\?order=([\w-]+)/.exec(mail?.html ?? '') ?? []
  await page.goto(`${urlOf(congress)}/change?order=${key}`)
  await shoot(page, `registration-16-change-${name}`)
  await page.getByLabel('Ticket of Cleo Change').selectOption({ label: 'Full, $90.00' })
  await page.getByLabel('Parking').fill('1')
  await page.getByRole('button', { name: 'Show the price' }).press('Enter')
  expect(await heading(page)).toBe('Check the change')
  await shoot(page, `registration-17-change-price-${name}`)
  await page.getByRole('button', { name: 'Reserve, and continue' }).press('Enter')
  expect(await heading(page)).toBe('Finish your registration')
  await page.getByLabel('Invoice').check()
  await page.getByRole('button', { name: 'Register and pay' }).press('Enter')
  await page.getByRole('heading', { name: 'You are registered' }).waitFor()
  await page.goto(`${urlOf(congress)}/change?order=${key}`)
  await page
    .getByText('registration is closed')
    .or(page.getByRole('heading', { name: 'Change your registration' }))
    .waitFor()
  expect(faults).toEqual([])
})

test('without scripts, a mailed link continues the registration', async () => {
  const { page, faults } = await openWindow(browser, [origin], { ...PHONE, javaScriptEnabled: false })
  await page.goto(urlOf(congress))
  const address = 'no-scripts@page.example'
  await page.getByLabel('First name').first().fill('Dana')
  await page.getByLabel('Last name').first().fill('Reyes')
  await page.getByLabel('Email address').first().fill(address)
  await page.getByLabel('Guest').first().check()
  await page.getByRole('button', { name: 'Continue to review' }).click()
  await page.screenshot({ path: `${folder}/registration-9-no-scripts-phone.png`, fullPage: true })
  expect(await page.locator('noscript .note').isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Register' }).click()
  expect(await heading(page)).toBe('Check your mail')
  await page.screenshot({ path: `${folder}/registration-10-check-mail-phone.png`, fullPage: true })
  await runJobs(bench.server, MAIL_REGISTRATION_LINK)
  const { data } = await bench.server.database.system.mailMessage.findFirstOrThrow({ where: { toAddress: address } })
  const { pathname } = new URL((data as { registration: { url: string } }).registration.url)
  const { page: withScripts } = await openWindow(browser, [origin], PHONE)
  await withScripts.goto(`${origin}${pathname}`)
  await shoot(withScripts, 'registration-11-followed-link-with-scripts-phone')
  await page.goto(`${origin}${pathname}`)
  await page.screenshot({ path: `${folder}/registration-11-followed-link-phone.png`, fullPage: true })
  await page.getByRole('button', { name: 'Register' }).click()
  expect(await heading(page)).toBe('You are registered')
  expect(faults).toEqual([])
})

test('the pages of an event that is closed, of an unknown one and of an expired cart say so', async () => {
  const { page, faults } = await openWindow(browser, [origin], PHONE)
  const closed = await bench.congress({ ...EVENT, RegistrationCloses: '2026-01-01T00:00:00Z' })
  await page.goto(urlOf(closed))
  await shoot(page, 'registration-12-closed-phone')
  await page.goto(`${origin}/events/${bench.mine.tenant.key}/999999`)
  await shoot(page, 'registration-13-unknown-phone')
  await page.goto(`${urlOf(congress)}/carts/AAAAAAAAAAAAAAAAAAAAAAAA`)
  await shoot(page, 'registration-14-expired-phone')
  expect(faults).toEqual([])
})
