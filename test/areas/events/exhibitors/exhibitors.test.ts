import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addExhibitor } from '#test/support/events/exhibitors'
import { type Gala, openRegistered, type RegisteredBench } from '#test/support/events/registered'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: RegisteredBench
beforeAll(async () => {
  bench = await openRegistered()
})
afterAll(() => bench.server.close())

/** An event with an exhibitor, and the ids of both. */
const withExhibitor = async (columns: object = {}) => {
  const event = await bench.gala({ ExhibitorTypes: [{ Name: 'Booth', MaxQuantity: 1 }] })
  const payerId = await bench.person()
  const { orderId } = await bench.order(event, { payerId, price: 40 })
  const id = await addExhibitor(bench, event, orderId, columns)
  return { event, payerId, orderId, id }
}
const pathOf = ({ eventId }: Gala, id: number, verb = '') => `/api/events/${eventId}/exhibitors/${id}${verb}`
const save = (event: Gala, id: number, body: object) => bench.mine.post(pathOf(event, id), body)
const cancel = (event: Gala, id: number, AuditId = 1) => bench.mine.post(pathOf(event, id, '/cancel'), { AuditId })
const listOf = async ({ eventId }: Gala, query = '') =>
  (await bench.good('listEventExhibitors', bench.mine.get(`/api/events/${eventId}/exhibitors?${query}`))).body

describe('GET /api/events/{eventId}/exhibitors (listEventExhibitors)', () => {
  test('lists exhibitors with what their order owes, and not those of carts', async () => {
    const { event, payerId, orderId, id } = await withExhibitor({ boothPreference: 'Near the door' })
    await addExhibitor(bench, event, orderId, { state: 'cart', name: 'Cart' })
    const other = await addExhibitor(bench, event, orderId, { state: 'cancelled', name: 'Zebra' })
    const body = await listOf(event, 'OrderBy=ExhibitorId')
    expect(body).toMatchObject({
      TotalRecordAvailable: '2',
      Results: [
        {
          ExhibitorId: id,
          AuditId: 1,
          EventId: event.eventId,
          OrderId: orderId,
          ExhibitorName: 'Crest Pottery',
          ConfirmationNumber: `E${event.eventId}-${orderId}`,
          Status: 'Registered',
          ExhibitorTypeName: 'Booth',
          BoothPreference: 'Near the door',
          BoothNumber: null,
          AttendeeCount: 0,
          PayerContactId: payerId,
          Amount: 0,
          Balance: 40,
          RegisteredDate: '2030-03-01T12:00:00.000Z',
          Actions: ['view', 'edit', 'cancel'],
        },
        { ExhibitorId: other, Status: 'Cancelled', Actions: ['view'] },
      ],
    })
    const found = async (query: string) => (await listOf(event, query)).TotalRecordAvailable
    expect(await found('Criteria=crest')).toBe('1')
    expect(await found("Filter=Status eq 'Cancelled'")).toBe('1')
    expect(await found('Criteria=Cart')).toBe('0')
  })

  test('returns 404 for the event of another tenant', async () => {
    const { event } = await withExhibitor()
    expect(await refusal(bench.theirs.get(`/api/events/${event.eventId}/exhibitors`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/events/exhibitors (listAllEventExhibitors)', () => {
  test('lists the exhibitors of all events of the tenant', async () => {
    const one = await withExhibitor()
    const two = await withExhibitor()
    const { body } = await bench.good('listAllEventExhibitors', bench.mine.get('/api/events/exhibitors'))
    const ids = (body.Results as Json[]).map(({ ExhibitorId }) => ExhibitorId)
    expect(ids).toEqual(expect.arrayContaining([one.id, two.id]))
    expect((await bench.theirs.get('/api/events/exhibitors')).json()).toMatchObject({ TotalRecordAvailable: '0' })
  })
})

describe('GET /api/events/{eventId}/exhibitors/{exhibitorId} (getEventExhibitor)', () => {
  test('returns an exhibitor with its version, and hides its name and its payer if the payer is deleted', async () => {
    const { event, id } = await withExhibitor()
    const { body, version } = await bench.good('getEventExhibitor', bench.mine.get(pathOf(event, id)))
    expect(body).toMatchObject({ ExhibitorName: 'Crest Pottery', CustomFields: [] })
    expect(version).toBe(1)
    const payerId = await bench.person()
    const { orderId } = await bench.order(event, { payerId, people: [{ contactId: await bench.person() }] })
    const ofDeleted = await addExhibitor(bench, event, orderId)
    const { AuditId } = (await bench.mine.get(`/api/contacts/PersonSummary/${payerId}`)).json()
    const deleted = await bench.mine.delete(`/api/contacts/${payerId}/${AuditId}`)
    expect(deleted.statusCode, deleted.body).toBe(200)
    const hidden = await bench.good('getEventExhibitor', bench.mine.get(pathOf(event, ofDeleted)))
    expect(hidden.body).toMatchObject({ ExhibitorId: ofDeleted, ExhibitorName: null, PayerContactId: null })
    expect(await listOf(event, `Filter=ExhibitorId eq ${ofDeleted}`)).toMatchObject({
      Results: [{ ExhibitorName: null }],
    })
  })

  test('returns 404 for a cart, another event and another tenant', async () => {
    const { event, id, orderId } = await withExhibitor()
    const cart = await addExhibitor(bench, event, orderId, { state: 'cart' })
    const other = await bench.gala()
    for (const call of [
      bench.mine.get(pathOf(event, cart)),
      bench.mine.get(pathOf(other, id)),
      bench.theirs.get(pathOf(event, id)),
      bench.theirs.post(pathOf(event, id), { AuditId: 1 }),
      bench.theirs.post(pathOf(event, id, '/cancel'), { AuditId: 1 }),
    ])
      expect(await refusal(call)).toEqual([404, 'not-found'])
  })
})

describe('POST /api/events/{eventId}/exhibitors/{exhibitorId} (saveEventExhibitor)', () => {
  test('assigns a booth, keeps what is left out, and records it', async () => {
    const { event, id } = await withExhibitor({ boothPreference: 'Near the door' })
    const sent = { AuditId: 1, BoothNumber: ' B  12 ', ExhibitorName: 'Crest' }
    const { body } = await bench.good('saveEventExhibitor', save(event, id, sent))
    expect(body).toMatchObject({ AuditId: 2, BoothNumber: 'B 12', ExhibitorName: 'Crest' })
    expect(body.BoothPreference).toBe('Near the door')
    expect((await bench.mine.get(pathOf(event, id))).json()).toEqual(body)
    expect(await refusal(save(event, id, { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    expect(await refusal(save(event, id, { AuditId: 2, BoothNumber: 'x'.repeat(51) }))).toEqual([400, '/BoothNumber'])
    for (const ExhibitorName of [null, '  '])
      expect(await refusal(save(event, id, { AuditId: 2, ExhibitorName }))).toEqual([422, '/ExhibitorName'])
    const events = await bench.eventsOf('eventexhibitor', id)
    expect(events).toMatchObject([{ kind: 'eventexhibitor.updated', payload: { eventId: event.eventId } }])
    const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
    expect(await refusal(reader.post(pathOf(event, id), sent))).toEqual([403, 'insufficient-scope'])
    expect((await reader.get(pathOf(event, id))).json().Actions).toEqual(['view'])
  })
})

describe('POST /api/events/{eventId}/exhibitors/{exhibitorId}/cancel (cancelEventExhibitor)', () => {
  test('cancels an exhibitor once, and keeps the invoice', async () => {
    const { event, id } = await withExhibitor()
    const { body } = await bench.good('cancelEventExhibitor', cancel(event, id))
    expect(body).toMatchObject({ AuditId: 2, Status: 'Cancelled', Balance: 40, Actions: ['view'] })
    expect(await refusal(cancel(event, id, 2))).toEqual([409, 'exhibitor-cancelled'])
    expect(await refusal(save(event, id, { AuditId: 2 }))).toEqual([409, 'exhibitor-cancelled'])
    expect(await bench.eventsOf('eventexhibitor', id)).toMatchObject([{ kind: 'eventexhibitor.cancelled' }])
  })
})
