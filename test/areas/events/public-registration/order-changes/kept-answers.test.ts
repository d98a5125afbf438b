import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import { CARD } from '#test/support/events/cancellations'
import { type ChangesBench, type GoldCongress, openChanges } from '#test/support/events/order-changes'
import { person } from '#test/support/events/registrations'
import { addField } from '#test/support/people/custom-fields'

let bench: ChangesBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openChanges(() => now)
})
afterAll(() => bench.server.close())

let made = 0
/** A question to attendees. */
const question = (more: { choices?: string[] } = {}) =>
  addField(bench.server.database, bench.mine.tenant.id, {
    name: `kept${++made}`,
    objectTypeId: 7,
    dataTypeId: more.choices ? 13 : 1,
    displayName: `Kept ${made}`,
    ...more,
  })
const ask = async ({ id, AuditId }: GoldCongress, Questions: object[]) =>
  bench.good('saveEvent', bench.save(id, { AuditId, Questions }))
const valuesOf = (objectId: number | undefined) =>
  bench.server.database.system.customFieldValue.findMany({
    where: { tenantId: bench.mine.tenant.id, objectId: objectId ?? 0, field: { objectTypeId: 7 } },
    orderBy: { fieldId: 'asc' },
  })
const attendee = (type: unknown, FirstName: string, Answers: object[]) =>
  person(type, { FirstName, EmailAddress: `${FirstName.toLowerCase()}@cancel.example`, Answers })

describe('POST /api/public/events/changeorder/{id} (changePayerOrder)', () => {
  test('keeps the responses as they are now, and drops those that only the old ticket asks for', async () => {
    const event = await bench.goldCongress()
    const [diet, note] = [await question({ choices: ['None', 'Vegan'] }), await question()]
    await ask(event, [{ CustomFieldId: diet.id }, { CustomFieldId: note.id, RegistrationTypeIds: [event.full] }])
    await bench.mails()
    const Answers = [
      { FieldId: diet.id, Value: 'None' },
      { FieldId: note.id, Value: 'Only for Full' },
    ]
    const Registrations = [attendee(event.full, 'Noor', Answers)]
    const cart = await bench.register(event.id, event.full, ['Noor'], CARD, { Registrations })
    await bench.settle()
    const OrderKey = await bench.newestKey()
    const CustomFields = [{ CustomFieldId: diet.id, Value: String(diet.choiceIds[1]) }]
    const [own] = await bench.registrationsOf(cart)
    const saved = await bench.mine.post(`/api/events/${event.id}/registrations/${own?.id}`, {
      AuditId: own?.auditId,
      CustomFields,
    })
    expect(saved.statusCode, saved.body).toBe(200)
    const change = { RegistrationId: own?.id, EventRegistrationTypeId: event.gold }
    const changed = await bench.change(event.id, { OrderKey, Registrations: [change] })
    expect(changed.statusCode, changed.body).toBe(200)
    expect((await bench.payChange(event.id, changed.json())).Status).toBe(0)
    const [taker] = await bench.registrationsOf(changed.json())
    const values = await valuesOf(taker?.id)
    expect(values.map(({ fieldId, refId }) => [fieldId, refId])).toEqual([[diet.id, diet.choiceIds[1]]])
  })
})

describe('POST /api/public/events/renameorder/{id} (renamePayerRegistration)', () => {
  test('keeps a choice of a person that waits, so that its offer can be accepted', async () => {
    const event = await bench.goldCongress({ Capacity: 1, HasWaitingList: true })
    const diet = await question({ choices: ['None', 'Vegan'] })
    await ask(event, [{ CustomFieldId: diet.id, IsRequired: true }])
    const Answers = [{ FieldId: diet.id, Value: 'Vegan' }]
    await bench.mails()
    const Registrations = ['Ann', 'Dee'].map((name) => attendee(event.free, name, Answers))
    const cart = await bench.join(event.id, event.free, 'Ann', { Registrations })
    const RegistrationId = cart.Registrations[1]?.RegistrationId
    const name = { FirstName: 'Kim', LastName: 'Ruiz', EmailAddress: 'kim@kept.example' }
    const OrderKey = await bench.newestKey()
    expect((await bench.rename(event.id, { OrderKey, RegistrationId, ...name })).statusCode).toBe(200)
    await bench.onRegistration(event.id, cart, 0, 'cancel')
    await bench.mails()
    await bench.work(OFFER_SEATS)
    const CartKey = String([...(await bench.offers()).values()][0])
    const done = await bench.post('submit', event.id, { CartKey, PaymentKind: 'Free', ExpectedTotal: 0 })
    expect([done.Status, done.Errors]).toEqual([0, []])
  })
})
