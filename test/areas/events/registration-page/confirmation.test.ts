import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser, solvedIn, wordsOf } from '#test/support/events/page-forms'
import { type Congress, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { Browser } from '#test/support/identity/oauth'

let bench: RegistrationsBench
let browser: PlainBrowser
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
  browser = new PlainBrowser(bench.server.app)
})
afterAll(() => bench.server.close())

const pathOf = ({ id }: Pick<Congress, 'id'>) => `/events/${bench.mine.tenant.key}/${id}`
const reviewed = async (congress: Congress, type: number, address: string) =>
  browser.send(await browser.get(pathOf(congress)), {
    '/BillingInfo/FirstName': 'Dana',
    '/BillingInfo/LastName': 'Reyes',
    '/BillingInfo/EmailAddress': address,
    '/Registrations/0/EventRegistrationTypeId': String(type),
  })

describe('GET /events/{tenantKey}/{eventId}/carts/{key}/done', () => {
  test('shows the code of the check-in, and the event as a file for calendar programs', async () => {
    const congress = await bench.congress()
    const review = await reviewed(congress, congress.free, 'code@confirmed.example')
    const done = await browser.send(review, { action: 'confirm', ...solvedIn(review) })
    const where = {
      tenantId: bench.mine.tenant.id,
      templateKey: 'event-registration-confirmed',
      toAddress: 'code@confirmed.example',
    }
    const mail = await bench.server.database.system.mailMessage.findFirstOrThrow({ where })
    const { code } = (mail.data as { order: { people: { code: string }[] } }).order.people[0] ?? {}
    expect(wordsOf(done)).toContain(`Check-in code ${code}`)
    const [, path = ''] = /href="([^"]+event\.ics)"/.exec(done.text) ?? []
    const file = await bench.server.app.inject({ url: path })
    expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(file.headers['content-disposition']).toBe('attachment; filename="event.ics"')
    expect(file.body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*DTSTART[\s\S]*END:VCALENDAR\r\n$/)
    const unknown = await bench.server.app.inject({ url: path.replace(/carts\/[^/]+/, `carts/${'A'.repeat(24)}`) })
    expect(unknown.statusCode).toBe(404)
  })

  test('has no code and no file for people on the waiting list', async () => {
    const congress = await bench.congress({ Capacity: 1, HasWaitingList: true })
    await bench.addRegistration(congress.id, congress.free, 1)
    const review = await reviewed(congress, congress.free, 'waits@confirmed.example')
    const done = await browser.send(review, { action: 'confirm', ...solvedIn(review) })
    expect(wordsOf(done)).toContain('You are on the waiting list')
    expect([done.text.includes('Check-in code'), done.text.includes('event.ics')]).toEqual([false, false])
  })

  test('is shown again, and nobody registers twice, if the review is confirmed again after going back', async () => {
    const congress = await bench.congress()
    const visitor = new Browser(bench.server)
    const review = await reviewed(congress, congress.free, 'back@confirmed.example')
    expect(review.headers['cache-control']).toBe('private, no-cache')
    visitor.page = review.text.replace('action=""', `action="${pathOf(congress)}"`)
    const captcha = solvedIn(review)
    const first = await visitor.submit(pathOf(congress), { ...captcha, action: 'confirm' })
    expect(first.statusCode).toBe(303)
    visitor.page = review.text.replace('action=""', `action="${pathOf(congress)}"`)
    const again = await visitor.submit(pathOf(congress), { ...captcha, action: 'confirm' })
    expect(again.statusCode).toBe(303)
    const cart = await visitor.open(String(again.headers.location))
    expect(wordsOf({ text: cart.body })).toContain('You are registered')
    const where = { tenantId: bench.mine.tenant.id, eventId: congress.id }
    expect(await bench.server.database.system.eventOrder.count({ where })).toBe(1)
    // Another form is not that of the cart.
    visitor.page = review.text.replace('action=""', `action="${pathOf(congress)}"`)
    const other = await visitor.submit(pathOf(congress), {
      ...captcha,
      action: 'confirm',
      '/BillingInfo/FirstName': 'Dan',
    })
    expect(wordsOf({ text: other.body })).toContain('Please confirm again.')
  })
})
