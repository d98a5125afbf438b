import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEventOrder } from '#test/support/events/event-orders'
import { type EventsBench, openEvents } from '#test/support/events/events'
import { addField } from '#test/support/people/custom-fields'

let bench: EventsBench
let saleableItemId: number
beforeAll(async () => {
  bench = await openEvents()
  saleableItemId = await bench.saleable()
})
afterAll(() => bench.server.close())

const tenantId = () => bench.mine.tenant.id
let made = 0
const field = async (objectTypeId = 7) => {
  const name = `registered${++made}`
  return addField(bench.server.database, tenantId(), { name, objectTypeId, dataTypeId: 1, displayName: name })
}

/** An event that asks two fields, one of them of another type only, with one registration. */
const registered = async () => {
  const diet = await field()
  const other = await field()
  const extra = await field()
  const RegistrationTypes = [{ Name: 'Standard' }, { Name: 'Student' }]
  const { EventId, RegistrationTypes: types } = await bench.event({ Status: 'Published', RegistrationTypes })
  const [typeId = 0, studentId = 0] = (types as { EventRegistrationTypeId: number }[]).map(
    (type) => type.EventRegistrationTypeId,
  )
  const Questions = [
    { CustomFieldId: diet.id, IsRequired: true },
    { CustomFieldId: other.id, IsRequired: true, RegistrationTypeIds: [studentId] },
    { CustomFieldId: diet.id, AppliesTo: 'Payer' },
  ]
  const eventId = Number(EventId)
  await bench.good('saveEvent', bench.save(eventId, { AuditId: 1, Questions }))
  const payerId = await bench.person()
  const added = await addEventOrder(bench.server, bench.mine, { eventId, typeId, payerId, saleableItemId })
  const id = added.registrationIds[0] ?? 0
  return { diet, extra, eventId, id, orderId: added.orderId, url: `/api/events/${eventId}/registrations/${id}` }
}

describe('POST /api/events/{eventId}/registrations/{registrationId} (saveEventRegistration)', () => {
  test('saves values of custom fields, and requires what the event asks of its type', async () => {
    const { diet, extra, url, id } = await registered()
    const { AuditId } = (await bench.mine.get(url)).json()
    const refused = await bench.mine.post(url, { AuditId, Title: 'Dr' })
    expect([refused.statusCode, refused.json().code], refused.body).toEqual([422, 'required-field'])
    const values = [
      { CustomFieldId: diet.id, Value: 'Vegan' },
      { Name: extra.name, Value: 'Aisle' },
    ]
    const saved = await bench.good(
      'saveEventRegistration',
      bench.mine.post(url, { AuditId, Title: 'Dr', CustomFields: values }),
    )
    expect(saved.body.CustomFields).toMatchObject([
      { CustomFieldId: diet.id, Value: 'Vegan', DisplayValue: 'Vegan', ObjectTypeId: '7' },
      { CustomFieldId: extra.id, Value: 'Aisle' },
    ])
    const where = { tenantId: tenantId(), entity: 'eventregistration', entityId: id }
    const { changes } = await bench.server.database.system.auditEntry.findFirstOrThrow({
      where,
      orderBy: { id: 'desc' },
    })
    expect(changes).toMatchObject({ [`CustomFields.${diet.name}`]: { old: null, new: 'Vegan' } })
    const contact = await field(1)
    const wrong = { AuditId: Number(AuditId) + 1, CustomFields: [{ CustomFieldId: contact.id, Value: 'x' }] }
    expect((await bench.mine.post(url, wrong)).json().code).toBe('unknown-reference')
  })
})

describe('GET /api/events/{eventId}/registrations (listEventRegistrations)', () => {
  test('is filtered and ordered by values of registrations that are listed', async () => {
    const { diet, eventId, id, url } = await registered()
    const { AuditId } = (await bench.mine.get(url)).json()
    await bench.mine.post(url, { AuditId, CustomFields: [{ CustomFieldId: diet.id, Value: 'Vegan' }] })
    const find = async (path: string, value: string) => {
      const { Results, TotalRecordAvailable } = (
        await bench.mine.get(`${path}?Filter=CustomFields.${diet.name} eq '${value}'&OrderBy=CustomFields.${diet.name}`)
      ).json()
      return [TotalRecordAvailable, ...Results.map(({ RegistrationId }: { RegistrationId: number }) => RegistrationId)]
    }
    for (const path of [`/api/events/${eventId}/registrations`, '/api/events/registrations']) {
      expect(await find(path, 'Vegan')).toEqual(['1', id])
      expect(await find(path, 'None')).toEqual(['0'])
    }
    const where = { tenantId_id: { tenantId: tenantId(), id } }
    const heldUntil = new Date('2100-01-01T00:00:00Z')
    await bench.server.database.system.eventRegistration.update({ where, data: { statusId: 14, heldUntil } })
    expect(await find('/api/events/registrations', 'Vegan')).toEqual(['0'])
  })
})

describe('GET /api/events/{eventId}/registrations/csv (downloadEventRegistrations)', () => {
  test('has a column for each question to attendees', async () => {
    const { diet, eventId, url } = await registered()
    const { AuditId } = (await bench.mine.get(url)).json()
    await bench.mine.post(url, { AuditId, CustomFields: [{ CustomFieldId: diet.id, Value: 'Vegan' }] })
    const { Content } = (await bench.mine.get(`/api/events/${eventId}/registrations/csv`)).json()
    const [head = '', line = ''] = Content.split('\r\n')
    const at = head.split(',').indexOf(`CustomFields.${diet.name}`)
    expect(at).toBeGreaterThan(0)
    expect(line.split(',')[at]).toBe('Vegan')
  })
})

describe('GET /api/events/{eventId}/orders/{orderId} (getEventOrder)', () => {
  test('shows what the payer responded, and how it heard of the event', async () => {
    const { diet, eventId, orderId } = await registered()
    const { system } = bench.server.database
    const response = { tenantId: tenantId(), eventId, orderId, fieldId: diet.id, textValue: 'Vegan' }
    await system.customFieldResponse.create({ data: response })
    const source = await system.referralSource.findFirstOrThrow({ where: { tenantId: tenantId(), name: 'Website' } })
    const where = { tenantId_id: { tenantId: tenantId(), id: orderId } }
    await system.eventOrder.update({ where, data: { referralSourceId: source.id } })
    const { body } = await bench.good('getEventOrder', bench.mine.get(`/api/events/${eventId}/orders/${orderId}`))
    expect(body).toMatchObject({
      ReferralSourceId: source.id,
      ReferralSource: 'Website',
      CustomFields: [{ CustomFieldId: diet.id, Value: 'Vegan' }],
    })
  })
})
