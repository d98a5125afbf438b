import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventsBench, openEvents } from '#test/support/events/events'
import { refusal } from '#test/support/people/contact-parts'

let bench: EventsBench
beforeAll(async () => {
  bench = await openEvents()
})
afterAll(() => bench.server.close())

const MISSING = 2_000_000_000
const rule = async (body: object, id = 0) => {
  const sent = { Name: 'Gala', StartDate: '2030-05-02T18:00:00Z', ...body }
  return (await refusal(bench.save(id, sent))).slice(0, 2)
}

describe('POST /api/events/{eventId} (saveEvent)', () => {
  test('creates a draft with the defaults of the tenant, and changes it', async () => {
    const made = await bench.event({ Name: ' Annual  gala ', Description: '<p onclick="x()">Dinner</p>' })
    expect(made).toMatchObject({
      AuditId: 1,
      Name: 'Annual gala',
      Status: 'Draft',
      Description: '<p>Dinner</p>',
      Capacity: null,
      TimeZone: bench.mine.tenant.timeZone,
      OfferHours: 48,
      MembershipProof: 'None',
      PaymentKinds: ['Card', 'Hosted', 'Invoice'],
      Actions: ['view', 'edit', 'delete'],
    })
    const changes = { AuditId: 1, Capacity: 0, Location: 'City museum', TimeZone: 'europe/paris' }
    const { body } = await bench.good('saveEvent', bench.save(Number(made.EventId), changes))
    expect(body).toMatchObject({ AuditId: 2, Name: 'Annual gala', Capacity: 0, TimeZone: 'Europe/Paris' })
    expect(await bench.read(made.EventId)).toEqual(body)
    expect(await refusal(bench.save(Number(made.EventId), { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
  })

  test('keeps parts by their ids, in the order that was sent, and deletes those that are left out', async () => {
    const { EventId, RegistrationTypes } = await bench.event({ RegistrationTypes: [{ Name: 'A' }, { Name: 'B' }] })
    const [a, b] = (RegistrationTypes as { EventRegistrationTypeId: number }[]).map(
      (type) => type.EventRegistrationTypeId,
    )
    // The names change places.
    const swapped = [
      { EventRegistrationTypeId: b, Name: 'a' },
      { Name: 'C' },
      { EventRegistrationTypeId: a, Name: 'B' },
    ]
    await bench.good('saveEvent', bench.save(Number(EventId), { AuditId: 1, RegistrationTypes: swapped }))
    const saved = (await bench.read(EventId)).RegistrationTypes as { EventRegistrationTypeId: number; Name: string }[]
    expect(saved.map(({ Name }) => Name)).toEqual(['a', 'C', 'B'])
    expect([saved[0]?.EventRegistrationTypeId, saved[2]?.EventRegistrationTypeId]).toEqual([b, a])
    const left = [{ EventRegistrationTypeId: a }]
    await bench.good('saveEvent', bench.save(Number(EventId), { AuditId: 2, RegistrationTypes: left }))
    expect((await bench.read(EventId)).RegistrationTypes).toMatchObject([{ EventRegistrationTypeId: a, Name: 'B' }])
    await bench.good('saveEvent', bench.save(Number(EventId), { AuditId: 3, RegistrationTypes: null, Capacity: 5 }))
    expect((await bench.read(EventId)).RegistrationTypes).toHaveLength(1)
  })

  test('saves parts of every kind with their prices', async () => {
    const SaleableItemId = await bench.saleable()
    const { EventId, RegistrationTypes } = await bench.event()
    const [type] = RegistrationTypes as { EventRegistrationTypeId: number }[]
    const typeId = type?.EventRegistrationTypeId
    const early = { EarlyBirdPrice: 90, EarlyBirdMemberPrice: 70, EarlyBirdEnds: '2030-03-31' }
    const parts = {
      RegistrationTypes: [
        { EventRegistrationTypeId: typeId, Price: 100, MemberPrice: 80, ...early, SaleableItemId, Capacity: 40 },
      ],
      Sessions: [
        {
          Name: 'Workshop',
          StartDate: '2030-05-02T09:00:00.000Z',
          EndDate: '2030-05-02T11:00:00.000Z',
          Price: 12.5,
          SaleableItemId,
          Capacity: 20,
          RegistrationTypeIds: [typeId],
        },
      ],
      SponsorshipTiers: [
        {
          Name: 'Gold',
          Price: 2500,
          SaleableItemId,
          MaxQuantity: 4,
          IncludedSeats: 2,
          IncludedRegistrationTypeId: typeId,
        },
      ],
      ExhibitorTypes: [{ Name: 'Booth', Price: 500, SaleableItemId, MaxQuantity: 10 }],
      AdditionalItems: [{ Name: 'Parking', Price: 8, SaleableItemId, MaxPerOrder: 2 }],
      Donations: [{ Name: 'Scholarships', SaleableItemId }],
      Discounts: [{ Name: 'Students', Code: 'STUDENT', Percent: 50, RegistrationTypeIds: [typeId], MaxUses: 10 }],
    }
    await bench.good('saveEvent', bench.save(Number(EventId), { AuditId: 1, ...parts }))
    expect(await bench.read(EventId)).toMatchObject(parts)
    // Lists that are left out, and fields of parts, keep their values.
    await bench.good('saveEvent', bench.save(Number(EventId), { AuditId: 2, Name: 'Renamed' }))
    expect(await bench.read(EventId)).toMatchObject(parts)
  })

  test('reports everything that breaks a rule', async () => {
    const types = [{ Name: 'A', Price: 10, MemberPrice: 12 }, { Name: 'a', EarlyBirdPrice: 0 }, { Name: ' ' }]
    const sent = { EndDate: '2030-05-02T17:00:00Z', TimeZone: 'Mars/Base', RegistrationTypes: types }
    const response = await bench.save(0, { Name: 'Gala', StartDate: '2030-05-02T18:00:00Z', ...sent })
    expect([response.statusCode, response.json().code]).toEqual([422, 'event-rule'])
    const pointers = response.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.sort()).toEqual([
      '/EndDate',
      '/RegistrationTypes/0/MemberPrice',
      '/RegistrationTypes/0/SaleableItemId',
      '/RegistrationTypes/1/EarlyBirdEnds',
      '/RegistrationTypes/1/Name',
      '/RegistrationTypes/2/Name',
      '/TimeZone',
    ])
  })

  test('rejects what is missing, unknown or not active', async () => {
    expect(await refusal(bench.save(0, { Name: 'Gala' }))).toEqual([400, '/StartDate'])
    expect(await rule({ Name: ' ' })).toEqual([422, '/Name'])
    expect(await rule({ TaxSetId: MISSING })).toEqual([422, '/TaxSetId'])
    expect(await rule({ CalendarId: MISSING })).toEqual([422, '/CalendarId'])
    const priced = [{ Name: 'A', Price: 1, SaleableItemId: MISSING }]
    expect(await rule({ RegistrationTypes: priced })).toEqual([422, '/RegistrationTypes/0/SaleableItemId'])
    const foreign = [{ EventRegistrationTypeId: MISSING, Name: 'A' }]
    expect(await rule({ RegistrationTypes: foreign })).toEqual([422, '/RegistrationTypes/0/EventRegistrationTypeId'])
    expect(await rule({ Status: 'Published' })).toEqual([422, '/Status'])
    const discount = { Name: 'Both', Code: 'X', Percent: 5, Amount: 5 }
    expect(await rule({ Discounts: [discount] })).toEqual([422, '/Discounts/0/Percent'])
    const free = { ...discount, Amount: null, RegistrationTypeIds: [MISSING] }
    expect(await rule({ Discounts: [free] })).toEqual([422, '/Discounts/0/RegistrationTypeIds'])
  })

  test('rejects the removal of a type that other parts reference', async () => {
    const made = await bench.event()
    const [type] = made.RegistrationTypes as { EventRegistrationTypeId: number }[]
    const Discounts = [{ Name: 'D', Code: 'D', Percent: 5, RegistrationTypeIds: [type?.EventRegistrationTypeId] }]
    const id = Number(made.EventId)
    await bench.good('saveEvent', bench.save(id, { AuditId: 1, Discounts }))
    const RegistrationTypes = [{ Name: 'Other' }]
    expect(await refusal(bench.save(id, { AuditId: 2, RegistrationTypes }))).toEqual([422, '/RegistrationTypes'])
    const both = { AuditId: 2, RegistrationTypes, Discounts: [] }
    expect((await bench.save(id, both)).statusCode).toBe(200)
  })

  test('shows a published event in its calendar, and only the event changes its item', async () => {
    const { mine } = bench
    const calendar = async (Name: string) => Number((await mine.post('/api/calendars/0', { Name })).json().CalendarId)
    const CalendarId = await calendar('Events')
    const other = await calendar('Congress')
    const itemsIn = async (id: number) => (await mine.get(`/api/calendars/${id}/items`)).json().Results
    const made = await bench.event({ CalendarId, EndDate: '2030-05-02T10:00:00Z' })
    const id = Number(made.EventId)
    expect(await itemsIn(CalendarId)).toEqual([])
    await bench.good('saveEvent', bench.save(id, { AuditId: 1, Status: 'Published' }))
    const [item] = await itemsIn(CalendarId)
    expect(item).toMatchObject({ Title: made.Name })
    const changed = mine.post(`/api/calendars/${CalendarId}/items/${item.CalendarItemId}`, { AuditId: 1, Title: 'X' })
    expect(await refusal(changed)).toEqual([409, 'event-item'])
    await bench.good('saveEvent', bench.save(id, { AuditId: 2, Name: 'Spring gala', CalendarId: other }))
    expect([await itemsIn(CalendarId), await itemsIn(other)]).toMatchObject([[], [{ Title: 'Spring gala' }]])
    await bench.good('saveEvent', bench.save(id, { AuditId: 3, Status: 'Draft' }))
    expect(await itemsIn(other)).toEqual([])
  })
})

describe('GET /api/events (listEvents)', () => {
  test('lists the latest first, filters and searches', async () => {
    const first = await bench.event({ Name: 'Óptica', StartDate: '2031-01-01T09:00:00Z' })
    const second = await bench.event({ Location: 'Optica hall', StartDate: '2031-02-01T09:00:00Z' })
    const { body } = await bench.good('listEvents', bench.mine.get('/api/events?Criteria=optica'))
    expect(body.Results).toMatchObject([{ EventId: second.EventId }, { EventId: first.EventId }])
    const filter = "Filter=Status eq 'Draft' and StartDate ge 2031-02-01T00:00:00Z"
    const filtered = await bench.good('listEvents', bench.mine.get(`/api/events?${filter}`))
    expect(filtered.body.Results).toMatchObject([{ EventId: second.EventId }])
    expect((await bench.theirs.get('/api/events')).json().Results).toEqual([])
  })
})

describe('GET /api/events/lookup (lookupEvents)', () => {
  test('lists the published events that are not over', async () => {
    const published = { Status: 'Published' }
    const coming = await bench.event({ ...published, Name: 'Coming' })
    const over = await bench.event({ ...published, Name: 'Over', StartDate: '2020-01-01T09:00:00Z' })
    const draft = await bench.event({ Name: 'Draft' })
    const { body } = await bench.good('lookupEvents', bench.mine.get('/api/events/lookup'))
    const ids = body.map(({ Id }) => Id)
    expect([coming, over, draft].map(({ EventId }) => ids.includes(EventId as number))).toEqual([true, false, false])
  })
})

describe('GET /api/events/{eventId} (getEvent)', () => {
  test('returns the event with its version, and 404 for a missing one and that of another tenant', async () => {
    const { EventId } = await bench.event()
    const response = await bench.mine.get(`/api/events/${EventId}`)
    expect([response.statusCode, response.headers.etag]).toEqual([200, '"1"'])
    expect((await bench.mine.get(`/api/events/${MISSING}`)).statusCode).toBe(404)
    expect((await bench.theirs.get(`/api/events/${EventId}`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/events/{eventId} (deleteEvent)', () => {
  test('deletes an event with its parts and its item of the calendar', async () => {
    const { mine } = bench
    const { CalendarId } = (await mine.post('/api/calendars/0', { Name: 'Deleted events' })).json()
    const made = await bench.event({ Status: 'Published', CalendarId })
    expect((await mine.delete(`/api/calendars/${CalendarId}/1`)).json().code).toBe('in-use')
    const stale = await mine.delete(`/api/events/${made.EventId}`, { 'if-match': '"9"' })
    expect(stale.statusCode).toBe(412)
    expect((await mine.delete(`/api/events/${made.EventId}`)).statusCode).toBe(200)
    expect((await mine.get(`/api/events/${made.EventId}`)).statusCode).toBe(404)
    expect((await mine.get(`/api/calendars/${CalendarId}/items`)).json().Results).toEqual([])
    expect((await mine.delete(`/api/calendars/${CalendarId}/1`)).statusCode).toBe(200)
  })
})
