import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistered, pathOf, type RegisteredBench } from '#test/support/events/registered'
import { type Json, refusal } from '#test/support/people/contact-parts'
import { linesOfFile } from '#test/support/server/list-files'

let bench: RegisteredBench
beforeAll(async () => {
  bench = await openRegistered()
})
afterAll(() => bench.server.close())

describe('GET /api/events/{eventId}/registrations (listEventRegistrations)', () => {
  test('lists the registrations with what their order owes, and not those of carts', async () => {
    const event = await bench.gala()
    const payerId = await bench.person()
    const people = [{ contactId: payerId, badgeName: 'Ada B.' }, { groupNumber: 2 }]
    const { orderId, invoiceId, registrationIds } = await bench.order(event, { payerId, people, price: 50 })
    const heldUntil = new Date('2031-01-01T00:00:00Z')
    await bench.order(event, {
      people: [
        { statusId: 14, heldUntil },
        { statusId: 11, heldUntil },
      ],
    })
    const body = await bench.list(event, 'OrderBy=RegistrationId')
    expect(body).toMatchObject({
      TotalRecordAvailable: '2',
      Results: [
        {
          RegistrationId: registrationIds[0],
          AuditId: 1,
          EventId: event.eventId,
          OrderId: orderId,
          ConfirmationNumber: `E${event.eventId}-${orderId}`,
          EventRegistrationTypeName: 'Standard',
          ParticipantStatusId: 1,
          ParticipantStatus: 'Registered',
          DisplayName: 'Ada B.',
          FirstName: 'Noor',
          ContactId: payerId,
          PayerContactId: payerId,
          InvoiceId: invoiceId,
          Amount: 50,
          Balance: 100,
          RegisteredDate: '2030-03-01T12:00:00.000Z',
          GroupNumber: null,
          Actions: ['view', 'edit', 'cancel', 'transfer', 'checkIn'],
        },
        { DisplayName: 'Noor Haddad 2', ContactId: null, GroupNumber: 2 },
      ],
    })
  })

  test('finds names, addresses and confirmation numbers, and filters by status with exact totals', async () => {
    const event = await bench.gala()
    const people = [{ firstName: 'Zoë', statusId: 11 }, { organizationName: 'Crest Pottery' }, { statusId: 9 }]
    const { orderId } = await bench.order(event, { people })
    const total = async (query: string) => ((await bench.list(event, query)) as unknown as Json).TotalRecordAvailable
    expect(await total('Criteria=zoe')).toBe('1')
    expect(await total('Criteria=CREST')).toBe('1')
    expect(await total(`Criteria=E${event.eventId}-${orderId}`)).toBe('3')
    expect(await total("Filter=ParticipantStatus eq 'Cancelled'")).toBe('1')
    expect(await total('Filter=ParticipantStatusId in (1, 11)')).toBe('2')
    expect(await total('Take=1')).toBe('3')
  })

  test('keeps the totals of statuses when registrations change and carts are deleted', async () => {
    const event = await bench.gala()
    const heldUntil = new Date('2031-01-01T00:00:00Z')
    const { orderId } = await bench.order(event, {
      people: [
        { statusId: 14, heldUntil },
        { statusId: 11, heldUntil },
      ],
    })
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, eventId: event.eventId }
    const totals = async () => {
      const answers = [await bench.list(event), await bench.list(event, 'Filter=ParticipantStatusId eq 11')]
      return answers.map(({ TotalRecordAvailable }) => TotalRecordAvailable)
    }
    expect(await totals()).toEqual(['0', '0'])
    await system.eventRegistration.updateMany({ where: { ...where, statusId: 14 }, data: { statusId: 1 } })
    await system.eventRegistration.updateMany({ where: { ...where, statusId: 11 }, data: { heldUntil: null } })
    expect(await totals()).toEqual(['2', '1'])
    await system.eventRegistration.updateMany({ where: { ...where, statusId: 11 }, data: { statusId: 9 } })
    expect(await totals()).toEqual(['2', '0'])
    await system.eventOrder.deleteMany({ where: { ...where, id: orderId } })
    expect(await totals()).toEqual(['0', '0'])
  })

  test('returns 404 for the event of another tenant', async () => {
    const { eventId } = await bench.gala()
    for (const path of ['registrations', 'registrations/csv', 'orders'])
      expect(await refusal(bench.theirs.get(`/api/events/${eventId}/${path}`))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/events/registrations (listAllEventRegistrations)', () => {
  test('lists the registrations for all events with their exact total', async () => {
    const read = async () =>
      (await bench.good('listAllEventRegistrations', bench.mine.get('/api/events/registrations'))).body
    const before = Number((await read()).TotalRecordAvailable)
    const one = await bench.gala()
    const two = await bench.gala()
    const { first } = await bench.order(one, { at: new Date('2031-03-01T12:00:00Z') })
    await bench.order(two)
    const body = await read()
    expect(Number(body.TotalRecordAvailable)).toBe(before + 2)
    expect((body.Results as Json[])[0]).toMatchObject({ RegistrationId: first, EventId: one.eventId })
    const theirs = (await bench.theirs.get('/api/events/registrations')).json()
    expect(theirs).toMatchObject({ TotalRecordAvailable: '0', Results: [] })
  })
})

describe('GET /api/events/{eventId}/registrations/csv (downloadEventRegistrations)', () => {
  test('returns the rows of the list as CSV', async () => {
    const event = await bench.gala()
    await bench.order(event, { people: [{ firstName: '=1+1', lastName: 'B' }, { firstName: 'Abe' }] })
    const answer = await bench.mine.get(`/api/events/${event.eventId}/registrations/csv?Criteria=1%2B1`, {
      accept: 'text/csv',
    })
    expect(answer.headers['content-disposition']).toMatch(/filename="Registrations \d{4}-\d\d-\d\d\.csv"/)
    const [head, row, end] = linesOfFile(answer.body)
    expect(head).toMatch(/^ConfirmationNumber,RegistrationId,RegisteredDate,/)
    expect(row).toContain("Registered,'=1+1,B,")
    expect(row).toMatch(/^[^,]+,\d+,\d{4}-\d\d-\d\d \d\d:\d\d,/)
    expect(end).toBe('')
  })
})

describe('GET /api/events/{eventId}/registrations/{registrationId} (getEventRegistration)', () => {
  test('returns the registration with its sessions and its version', async () => {
    const event = await bench.gala()
    const { first } = await bench.order(event, { people: [{ prefix: 'Dr.', sessionIds: event.sessions.slice(0, 1) }] })
    const { body, version } = await bench.good('getEventRegistration', bench.mine.get(pathOf(event, first)))
    expect(body).toMatchObject({
      Prefix: 'Dr.',
      BadgeName: null,
      SeatCount: 1,
      EmailAddress: 'noor@haddad.example',
      Sessions: [{ SessionId: event.sessions[0], Name: 'Tour', StartDate: '2030-05-02T09:00:00.000Z' }],
    })
    expect(version).toBe(1)
  })

  test('returns 404 for a cart, for another event and for another tenant', async () => {
    const event = await bench.gala()
    const other = await bench.gala()
    const { first } = await bench.order(event)
    const cart = await bench.order(event, { people: [{ statusId: 14, heldUntil: new Date('2031-01-01T00:00:00Z') }] })
    expect(await refusal(bench.mine.get(pathOf(event, cart.first)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.mine.get(pathOf(other, first)))).toEqual([404, 'not-found'])
    expect(await refusal(bench.theirs.get(pathOf(event, first)))).toEqual([404, 'not-found'])
  })

  test('shows nothing of a participant or a payer whose contact is deleted', async () => {
    const event = await bench.gala({ StartDate: '2020-05-02T08:00:00Z', Sessions: [] })
    const contactId = await bench.person()
    const { first, orderId } = await bench.order(event, {
      people: [{ contactId, badgeName: 'Noor' }],
      payerId: contactId,
    })
    const deleted = await bench.mine.delete(`/api/contacts/${contactId}/${await bench.version(contactId)}`)
    expect(deleted.statusCode, deleted.body).toBe(200)
    const hidden = { DisplayName: null, FirstName: null, LastName: null, EmailAddress: null, BadgeName: null }
    expect(await bench.readRegistration(event, first)).toMatchObject({
      ...hidden,
      ContactId: null,
      PayerContactId: null,
      PayerName: null,
    })
    const order_ = await bench.good('getEventOrder', bench.mine.get(`/api/events/${event.eventId}/orders/${orderId}`))
    expect(order_.body).toMatchObject({ ContactId: null, Comments: null, Registrations: [{ DisplayName: null }] })
    expect(await bench.list(event, 'Criteria=noor')).toMatchObject({ TotalRecordAvailable: '0' })
  })
})
