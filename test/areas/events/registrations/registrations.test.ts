import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Json, refusal } from '#test/support/api/contact-parts'
import { type AddedOrder, addEventOrder, type OrderOfEvent } from '#test/support/api/event-orders'
import { type EventsBench, openEvents } from '#test/support/api/events'

let bench: EventsBench
let saleableItemId: number
beforeAll(async () => {
  bench = await openEvents()
  saleableItemId = await bench.saleable()
})
afterAll(() => bench.server.close())

interface Gala {
  eventId: number
  typeId: number
  sessions: number[]
}

const SESSION = { StartDate: '2030-05-02T09:00:00Z', EndDate: '2030-05-02T11:00:00Z' }

const gala = async (more: object = {}): Promise<Gala> => {
  const Sessions = [
    { Name: 'Tour', ...SESSION, Capacity: 1 },
    { Name: 'Talk', ...SESSION },
    { Name: 'Workshop', ...SESSION, Price: 20, SaleableItemId: saleableItemId },
  ]
  const made = await bench.event({ Status: 'Published', Sessions, ...more })
  const [type] = made.RegistrationTypes as { EventRegistrationTypeId: number }[]
  const sessions = (made.Sessions as { SessionId: number }[]).map(({ SessionId }) => SessionId)
  return { eventId: Number(made.EventId), typeId: Number(type?.EventRegistrationTypeId), sessions }
}

const order = async (event: Gala, more: Partial<OrderOfEvent> = {}): Promise<AddedOrder & { first: number }> => {
  const payerId = await bench.person()
  const added = await addEventOrder(bench.server, bench.mine, { ...event, payerId, saleableItemId, ...more })
  return { ...added, first: added.registrationIds[0] ?? 0 }
}

const url = ({ eventId }: Gala, id: number | string, verb = '') =>
  `/api/events/${eventId}/registrations/${id}${verb && `/${verb}`}`
const list = async ({ eventId }: Gala, query = '') =>
  (await bench.good('listEventRegistrations', bench.mine.get(`/api/events/${eventId}/registrations?${query}`))).body
const read = async (event: Gala, id: number) =>
  (await bench.good('getEventRegistration', bench.mine.get(url(event, id)))).body
const save = (event: Gala, id: number, body: object) => bench.mine.post(url(event, id), body)
const eventsOf = async (entity: string, entityId: number) => {
  const where = { tenantId: bench.mine.tenant.id, entity, entityId }
  const rows = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ kind, payload }) => ({ kind, payload }))
}

describe('GET /api/events/{eventId}/registrations (listEventRegistrations)', () => {
  test('lists the registrations with what their order owes, and not those of carts', async () => {
    const event = await gala()
    const payerId = await bench.person()
    const people = [{ contactId: payerId, badgeName: 'Ada B.' }, { groupNumber: 2 }]
    const { orderId, invoiceId, registrationIds } = await order(event, { payerId, people, price: 50 })
    const heldUntil = new Date('2031-01-01T00:00:00Z')
    await order(event, {
      people: [
        { statusId: 14, heldUntil },
        { statusId: 11, heldUntil },
      ],
    })
    const body = await list(event, 'OrderBy=RegistrationId')
    expect(body).toMatchObject({
      TotalRecordAvailable: '2',
      Results: [
        {
          ...{ RegistrationId: registrationIds[0], AuditId: 1, EventId: event.eventId, OrderId: orderId },
          ...{ ConfirmationNumber: `E${event.eventId}-${orderId}`, EventRegistrationTypeName: 'Standard' },
          ...{ ParticipantStatusId: 1, ParticipantStatus: 'Registered', DisplayName: 'Ada B.', FirstName: 'Noor' },
          ...{ ContactId: payerId, PayerContactId: payerId, InvoiceId: invoiceId, Amount: 50, Balance: 100 },
          ...{ RegisteredDate: '2030-03-01T12:00:00.000Z', GroupNumber: null, Actions: ['view', 'edit'] },
        },
        { DisplayName: 'Noor Haddad 2', ContactId: null, GroupNumber: 2 },
      ],
    })
  })

  test('finds names, addresses and confirmation numbers, and filters by status with exact totals', async () => {
    const event = await gala()
    const people = [{ firstName: 'Zoë', statusId: 11 }, { organizationName: 'Crest Pottery' }, { statusId: 9 }]
    const { orderId } = await order(event, { people })
    const total = async (query: string) => ((await list(event, query)) as unknown as Json).TotalRecordAvailable
    expect(await total('Criteria=zoe')).toBe('1')
    expect(await total('Criteria=CREST')).toBe('1')
    expect(await total(`Criteria=E${event.eventId}-${orderId}`)).toBe('3')
    expect(await total("Filter=ParticipantStatus eq 'Cancelled'")).toBe('1')
    expect(await total('Filter=ParticipantStatusId in (1, 11)')).toBe('2')
    expect(await total('Take=1')).toBe('3')
  })

  test('returns 404 for the event of another tenant', async () => {
    const { eventId } = await gala()
    for (const path of ['registrations', 'registrations/csv', 'orders'])
      expect(await refusal(bench.theirs.get(`/api/events/${eventId}/${path}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/events/registrations (listAllEventRegistrations)', () => {
  test('lists the registrations for all events with their exact total', async () => {
    const read = async () =>
      (await bench.good('listAllEventRegistrations', bench.mine.get('/api/events/registrations'))).body
    const before = Number((await read()).TotalRecordAvailable)
    const [one, two] = [await gala(), await gala()]
    const { first } = await order(one, { at: new Date('2031-03-01T12:00:00Z') })
    await order(two)
    const body = await read()
    expect(Number(body.TotalRecordAvailable)).toBe(before + 2)
    expect((body.Results as Json[])[0]).toMatchObject({ RegistrationId: first, EventId: one.eventId })
    const theirs = (await bench.theirs.get('/api/events/registrations')).json()
    expect(theirs).toMatchObject({ TotalRecordAvailable: '0', Results: [] })
  })
})

describe('GET /api/events/{eventId}/registrations/csv (downloadEventRegistrations)', () => {
  test('returns the rows of the list as CSV', async () => {
    const event = await gala()
    await order(event, { people: [{ firstName: '=1+1', lastName: 'B' }, { firstName: 'Abe' }] })
    const answer = await bench.mine.get(`/api/events/${event.eventId}/registrations/csv?Criteria=1%2B1`, {
      accept: 'text/csv',
    })
    expect(answer.headers['content-disposition']).toMatch(/filename="Registrations \d{4}-\d\d-\d\d\.csv"/)
    const [head, row, end] = answer.body.split('\r\n')
    expect(head).toMatch(/^ConfirmationNumber,RegistrationId,RegisteredDate,/)
    expect(row).toContain("Registered,'=1+1,B,")
    expect(end).toBe('')
  })
})

describe('GET /api/events/{eventId}/registrations/{registrationId} (getEventRegistration)', () => {
  test('returns the registration with its sessions and its version', async () => {
    const event = await gala()
    const { first } = await order(event, { people: [{ prefix: 'Dr.', sessionIds: event.sessions.slice(0, 1) }] })
    const { body, version } = await bench.good('getEventRegistration', bench.mine.get(url(event, first)))
    expect(body).toMatchObject({
      ...{ Prefix: 'Dr.', BadgeName: null, SeatCount: 1, EmailAddress: 'noor@haddad.example' },
      Sessions: [{ SessionId: event.sessions[0], Name: 'Tour', StartDate: '2030-05-02T09:00:00.000Z' }],
    })
    expect(version).toBe(1)
  })

  test('returns 404 for a cart, for another event and for another tenant', async () => {
    const [event, other] = [await gala(), await gala()]
    const { first } = await order(event)
    const cart = await order(event, { people: [{ statusId: 14, heldUntil: new Date('2031-01-01T00:00:00Z') }] })
    expect(await refusal(bench.mine.get(url(event, cart.first)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.mine.get(url(other, first)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(url(event, first)))).toEqual([404, 'not-found'])
  })

  test('shows nothing of a participant or a payer whose contact is deleted', async () => {
    const event = await gala({ StartDate: '2020-05-02T08:00:00Z', Sessions: [] })
    const contactId = await bench.person()
    const { first, orderId } = await order(event, { people: [{ contactId, badgeName: 'Noor' }], payerId: contactId })
    const deleted = await bench.mine.delete(`/api/contacts/${contactId}/${await bench.version(contactId)}`)
    expect(deleted.statusCode, deleted.body).toBe(200)
    const hidden = { DisplayName: null, FirstName: null, LastName: null, EmailAddress: null, BadgeName: null }
    expect(await read(event, first)).toMatchObject({
      ...hidden,
      ContactId: null,
      PayerContactId: null,
      PayerName: null,
    })
    const order_ = await bench.good('getEventOrder', bench.mine.get(`/api/events/${event.eventId}/orders/${orderId}`))
    expect(order_.body).toMatchObject({ ContactId: null, Comments: null, Registrations: [{ DisplayName: null }] })
    expect(await list(event, 'Criteria=noor')).toMatchObject({ TotalRecordAvailable: '0' })
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId} (saveEventRegistration)', () => {
  test('changes what is sent, and records it', async () => {
    const event = await gala()
    const { first } = await order(event, { people: [{ title: 'Potter' }] })
    const sent = { AuditId: 1, FirstName: ' Dana ', BadgeName: 'Dee', EmailAddress: null, OrganizationName: 'Crest' }
    const { body } = await bench.good('saveEventRegistration', save(event, first, sent))
    expect(body).toMatchObject({
      ...{ AuditId: 2, FirstName: 'Dana', LastName: 'Haddad 1', DisplayName: 'Dee', EmailAddress: null },
      ...{ OrganizationName: 'Crest', Title: 'Potter', ParticipantStatusId: 1 },
    })
    expect(await read(event, first)).toEqual(body)
    expect(await refusal(save(event, first, { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    expect(await eventsOf('eventregistration', first)).toMatchObject([
      { kind: 'eventregistration.updated', payload: { eventId: event.eventId, statusId: 1 } },
    ])
  })

  test('chooses sessions while they have seats', async () => {
    const event = await gala()
    const [tour = 0, talk = 0, workshop = 0] = event.sessions
    const { registrationIds } = await order(event, { people: [{ sessionIds: [tour] }, {}, { sessionIds: [workshop] }] })
    const [one = 0, two = 0, three = 0] = registrationIds
    const faults = async (id: number, SessionIds: number[]) => refusal(save(event, id, { AuditId: 1, SessionIds }))
    expect(await faults(two, [talk, tour])).toEqual([422, '/SessionIds/1'])
    expect(await faults(two, [workshop])).toEqual([422, '/SessionIds/0'])
    expect(await faults(three, [])).toEqual([422, '/SessionIds'])
    expect(await faults(two, [2_000_000_000])).toEqual([422, '/SessionIds/0'])
    const { body } = await bench.good(
      'saveEventRegistration',
      save(event, one, { AuditId: 1, SessionIds: [talk, tour] }),
    )
    expect((body.Sessions as Json[]).map(({ SessionId }) => SessionId)).toEqual([tour, talk])
    await bench.good('saveEventRegistration', save(event, one, { AuditId: 2, SessionIds: [] }))
    await bench.good('saveEventRegistration', save(event, two, { AuditId: 1, SessionIds: [tour] }))
  })

  test('gives the last seat of a session to one of several', async () => {
    const event = await gala()
    const people = Array.from({ length: 6 }, () => ({}))
    const { registrationIds } = await order(event, { people })
    const SessionIds = event.sessions.slice(0, 1)
    const answers = await Promise.all(registrationIds.map((id) => save(event, id, { AuditId: 1, SessionIds })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  test('reports every rule that is broken at once', async () => {
    const event = await gala()
    const { first } = await order(event)
    const sent = { AuditId: 1, FirstName: ' ', LastName: null, EmailAddress: 'no address' }
    const answer = await save(event, first, sent)
    expect(answer.statusCode).toBe(422)
    const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(['/FirstName', '/LastName', '/EmailAddress'])
  })

  test('changes no registration that is over', async () => {
    const event = await gala()
    const { registrationIds } = await order(event, { people: [9, 12, 13, 15].map((statusId) => ({ statusId })) })
    for (const id of registrationIds) {
      expect((await read(event, id)).Actions).toEqual(['view'])
      expect(await refusal(save(event, id, { AuditId: 1, BadgeName: 'X' }))).toEqual([409, 'registration-state'])
    }
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/approve (approveEventRegistration)', () => {
  const approve = (event: Gala, id: number) => bench.mine.post(url(event, id, 'approve'), { AuditId: 1 })

  test('gives the status that the payment of the order has', async () => {
    const event = await gala({ RequiresApproval: true })
    const waiting = [{ statusId: 4 }]
    const status = async (id: number) =>
      (await bench.good('approveEventRegistration', approve(event, id))).body.ParticipantStatusId
    const free = await order(event, { people: waiting })
    expect((await read(event, free.first)).Actions).toEqual(['view', 'edit', 'approve', 'reject'])
    expect(await status(free.first)).toBe(1)
    const open = await order(event, { people: waiting, price: 40 })
    expect(await status(open.first)).toBe(3)
    for (const [Amount, expected] of [
      [10, 6],
      [40, 1],
    ] as const) {
      const payerId = await bench.person()
      const { first, invoiceId } = await order(event, { people: waiting, price: 40, payerId })
      const Applications = [{ InvoiceId: invoiceId }]
      await bench.mine.post('/api/finance/payments/0', { ContactId: payerId, Amount, PaymentTypeId: 2, Applications })
      expect(await status(first)).toBe(expected)
    }
    const approved = await eventsOf('eventregistration', free.first)
    expect(approved).toMatchObject([{ kind: 'eventregistration.approved', payload: { statusId: 1 } }])
    expect(await refusal(bench.mine.post(url(event, free.first, 'approve'), { AuditId: 2 }))).toEqual([
      409,
      'registration-state',
    ])
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/reject (rejectEventRegistration)', () => {
  test('frees the seat', async () => {
    const event = await gala({ RequiresApproval: true, Capacity: 1 })
    const { first } = await order(event, { people: [{ statusId: 4 }] })
    const { body } = await bench.good(
      'rejectEventRegistration',
      bench.mine.post(url(event, first, 'reject'), { AuditId: 1 }),
    )
    expect(body).toMatchObject({ AuditId: 2, ParticipantStatus: 'Rejected', Actions: ['view'] })
    const environment = await bench.mine.get(`/api/public/events/getenv/${event.eventId}`)
    expect(environment.json().Data.Event.SeatsLeft).toBe(1)
    expect(await refusal(bench.mine.post(url(event, first, 'reject'), { AuditId: 2 }))).toEqual([
      409,
      'registration-state',
    ])
  })
})
