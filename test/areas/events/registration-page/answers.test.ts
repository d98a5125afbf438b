import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PlainBrowser, solvedIn, wordsOf } from '#test/support/events/page-forms'
import { type Congress, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { addField } from '#test/support/people/custom-fields'

let bench: RegistrationsBench
let browser: PlainBrowser
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
  browser = new PlainBrowser(bench.server.app)
})
afterAll(() => bench.server.close())

const pathOf = ({ id }: Pick<Congress, 'id'>) => `/events/${bench.mine.tenant.key}/${id}`
const NAMES = { '/BillingInfo/FirstName': 'Dana', '/BillingInfo/LastName': 'Reyes' }
const payer = (address: string) => ({ ...NAMES, '/BillingInfo/EmailAddress': address })
const ticket = (type: number) => ({ '/Registrations/0/EventRegistrationTypeId': String(type) })

let made = 0
const TEXT = 1
const [SELECT, MULTI_SELECT] = [13, 14]
const question = (dataTypeId: number, displayName: string, choices: string[] = []) =>
  addField(bench.server.database, bench.mine.tenant.id, {
    name: `asked${++made}`,
    objectTypeId: 7,
    dataTypeId,
    displayName,
    choices,
  })

/** A congress that asks a diet of all, a badge of one ticket, topics of the payer, and a logo of sponsors. */
const asking = async () => {
  const [diet, badge, topics, logo] = [
    await question(SELECT, 'Diet', ['None', 'Vegan']),
    await question(TEXT, 'Badge'),
    await question(MULTI_SELECT, 'Topics', ['Law', 'Money']),
    await question(TEXT, 'Logo'),
  ]
  const congress = await bench.congress()
  const { body } = await bench.good('getEvent', bench.mine.get(`/api/events/${congress.id}`))
  const Questions = [
    { CustomFieldId: diet.id, IsRequired: true },
    { CustomFieldId: badge.id, IsRequired: true, RegistrationTypeIds: [congress.full] },
    { CustomFieldId: topics.id, AppliesTo: 'Payer' },
    { CustomFieldId: logo.id, AppliesTo: 'Sponsor', IsRequired: true },
  ]
  await bench.good('saveEvent', bench.save(congress.id, { AuditId: body.AuditId, Questions }))
  return { congress, diet, badge, topics, logo }
}

describe('POST /events/{tenantKey}/{eventId} with questions', () => {
  test('reports required questions before a ticket is chosen, at their fields', async () => {
    const { congress, diet, badge } = await asking()
    const form = await browser.get(pathOf(congress))
    expect(wordsOf(form)).toContain('Only for Full.')
    const page = await browser.send(form, payer('early@answers.example'))
    expect(page.status).toBe(422)
    const at = (id: number) => `#f-Registrations-0-Answers-${id}`
    expect(page.text).toContain(`<a href="${at(diet.id)}">Attendee 1: Diet is missing.</a>`)
    expect(page.text).not.toContain('Badge is missing.')
    const chosen = await browser.send(page, ticket(congress.full))
    expect(chosen.text).toContain(`<a href="${at(badge.id)}">Attendee 1: Badge is missing.</a>`)
  })

  test('shows all answers and what is known of the payer in the review', async () => {
    const { congress, diet, badge, topics, logo } = await asking()
    const tier = congress.parts.SponsorshipTiers[0]?.SponsorshipTierId
    const sent = {
      ...payer('review@answers.example'),
      ...ticket(congress.full),
      '/BillingInfo/Phone/Number': '+47 22 00 00 00',
      '/BillingInfo/TaxNumber': 'NO 123 456 789 MVA',
      '/BillingInfo/Address/City': 'Oslo',
      '/BillingInfo/Address/CountryId': '578',
      [`/Registrations/0/Answers/${diet.id}`]: 'Vegan',
      [`/Registrations/0/Answers/${badge.id}`]: 'Captain Dana',
      [`/Answers/${topics.id}`]: ['Law', 'Money'],
      [`tier/${tier}`]: '1',
      '/Comments': 'I come by boat.',
    }
    const missing = await browser.send(await browser.get(pathOf(congress)), sent)
    expect(missing.text).toContain(
      `<a href="#f-tier-${tier}-Answers-${logo.id}">Logo is missing.</a>`.replace('#f-', '#f'),
    )
    const review = await browser.send(missing, { [`tier/${tier}/Answers/${logo.id}`]: 'A blue anchor' })
    const words = wordsOf(review)
    expect(words).toMatch(
      /Dana Reyes review@answers\.example \+47 22 00 00 00 Oslo, Norway Tax number NO 123 456 789 MVA/,
    )
    expect(words).toMatch(/Topics Law, Money/)
    expect(words).toMatch(/Dana Reyes: Full .* Diet Vegan Badge Captain Dana/)
    expect(words).toMatch(/Gold Logo A blue anchor/)
    expect(words).toContain('Message to the organizer I come by boat.')
    const done = await browser.send(review, {
      action: 'confirm',
      payment: 'Invoice',
      ordernumber: 'PO-7',
      ...solvedIn(review),
    })
    expect(wordsOf(done)).toContain('You are registered')
    const where = { tenantId: bench.mine.tenant.id, eventId: congress.id }
    const order = await bench.server.database.system.eventOrder.findFirstOrThrow({ where, include: { invoice: true } })
    expect(order.invoice?.message).toBe('Your purchase order PO-7\nYour tax number NO 123 456 789 MVA')
    expect(order.invoice?.billingAddress).toMatchObject({ City: 'Oslo', CountryCode: 'NO' })
    const shown = await bench.mine.get(`/api/events/${congress.id}/orders/${order.id}`)
    expect(shown.json()).toMatchObject({ TaxNumber: 'NO 123 456 789 MVA', Comments: 'I come by boat.' })
  })
})
