import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser, solvedIn, wordsOf } from '#test/support/events/page-forms'
import { type Congress, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'

let bench: RegistrationsBench
let browser: PlainBrowser
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
  await bench.good('savePaymentGateway', bench.mine.post('/api/paymentgateways/0', { Name: 'Main', IsDefault: true }))
  browser = new PlainBrowser(bench.server.app)
})
afterAll(() => bench.server.close())

const pathOf = ({ id }: Pick<Congress, 'id'>) => `/events/${bench.mine.tenant.key}/${id}`
const CONFIRM = { action: 'confirm' }

describe('GET /events/{tenantKey}/{eventId}/carts/{key}', () => {
  test('shows a cart by its key, and says when it does not exist', async () => {
    const congress = await bench.congress()
    const form = {
      BillingInfo: { FirstName: 'Dana', LastName: 'Reyes', EmailAddress: 'cart@page.example' },
      Registrations: [{ EventRegistrationTypeId: congress.full, FirstName: 'Dana', LastName: 'Reyes' }],
    }
    const { Data } = await bench.post('register_v2', congress.id, {
      ...form,
      CaptchaResponse: await bench.captcha(congress.id),
    })
    const opened = await browser.get(`${pathOf(congress)}?cart=${Data?.CartKey}`)
    const cart = await browser.follow(opened)
    expect(wordsOf(cart)).toMatch(/Finish your registration .* Dana Reyes .* Total \$97\.43/)
    const done = await browser.send(cart, { ...CONFIRM, ...solvedIn(cart), payment: 'Invoice' })
    expect(wordsOf(done)).toContain('You are registered')
    const unknown = await browser.get(`${pathOf(congress)}/carts/AAAAAAAAAAAAAAAAAAAAAAAA`)
    expect([unknown.status, wordsOf(unknown).includes('no longer reserved')]).toEqual([404, true])
  })
})
