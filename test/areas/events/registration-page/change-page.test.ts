import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import { INVOICE } from '#test/support/events/cancellations'
import { type ChangesBench, openChanges } from '#test/support/events/order-changes'
import { PlainBrowser, wordsOf } from '#test/support/events/page-forms'
import { person } from '#test/support/events/registrations'

let bench: ChangesBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openChanges(() => now)
})
afterAll(() => bench.server.close())

const pathOf = (id: number) => `/events/${bench.mine.tenant.key}/${id}`

describe('GET /events/{tenantKey}/{eventId}/change', () => {
  test('offers other tickets of a full event, because the seat stays, but none that is sold out itself', async () => {
    const full = await bench.goldCongress({ Capacity: 2 })
    const { OrderKey } = await bench.ordered(full)
    const page = await new PlainBrowser(bench.server.app).get(`${pathOf(full.id)}/change?order=${OrderKey}`)
    expect(wordsOf(page)).toContain('Gold, $150.00')
    const limited = await bench.goldCongress({}, { Capacity: 0 })
    const own = await bench.ordered(limited)
    const other = await new PlainBrowser(bench.server.app).get(`${pathOf(limited.id)}/change?order=${own.OrderKey}`)
    expect(wordsOf(other)).not.toContain('Gold, $150.00')
  })
})

describe('POST /events/{tenantKey}/{eventId}/change', () => {
  test('corrects the name of the same person, and keeps what it does not ask for', async () => {
    const event = await bench.goldCongress()
    await bench.mails()
    const EmailAddress = 'nils@cancel.example'
    const details = { OrganizationName: 'Dock 9', Title: 'Pilot', Prefix: 'Dr.', EmailAddress }
    const Registrations = [person(event.full, { FirstName: 'Nils', ...details })]
    const cart = await bench.register(event.id, event.full, ['Nils'], INVOICE, { Registrations })
    const [own] = await bench.registrationsOf(cart)
    const start = `/people/${own?.id}`
    const payload = new URLSearchParams({
      order: await bench.newestKey(),
      action: `rename-${own?.id}`,
      [`${start}/FirstName`]: 'NILS',
      [`${start}/LastName`]: own?.lastName ?? '',
      [`${start}/EmailAddress`]: EmailAddress,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const url = `${pathOf(event.id)}/change`
    const response = await bench.server.app.inject({ method: 'POST', url, headers, payload })
    expect(response.statusCode, response.body).toBe(200)
    const [row, ...others] = await bench.registrationsOf(cart)
    expect(others).toEqual([])
    expect([row?.firstName, row?.organizationName, row?.title, row?.prefix]).toEqual(['NILS', 'Dock 9', 'Pilot', 'Dr.'])
  })
})

describe('GET /events/{tenantKey}/{eventId}/carts/{key}/done', () => {
  test('does not accept an offer that costs nothing: a link of another site can lead there', async () => {
    const { id, free } = await bench.congress({ Capacity: 1, HasWaitingList: true })
    const first = await bench.join(id, free, 'Ann')
    const waiting = await bench.join(id, free, 'Dee')
    await bench.onOrder(id, first, 'cancel')
    await bench.work(OFFER_SEATS)
    const key = String((await bench.offers()).get('Dee'))
    const browser = new PlainBrowser(bench.server.app)
    const shown = await browser.get(`${pathOf(id)}/carts/${key}/done`)
    expect([shown.status, wordsOf(shown).includes('Finish your registration')]).toEqual([200, true])
    const states = await bench.server.database.system.eventRegistration.findMany({
      where: { tenantId: bench.mine.tenant.id, id: waiting.Registrations[0]?.RegistrationId ?? 0 },
    })
    expect(states.map(({ statusId }) => statusId)).toEqual([5])
    const done = await browser.send(shown, { action: 'confirm' })
    expect(wordsOf(done)).toContain('You are registered')
  })
})
