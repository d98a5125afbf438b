import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistered, pathOf, type RegisteredBench } from '#test/support/events/registered'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: RegisteredBench
beforeAll(async () => {
  bench = await openRegistered()
})
afterAll(() => bench.server.close())

describe('POST /api/events/{eventId}/registrations/{registrationId} (saveEventRegistration)', () => {
  test('changes what is sent, and records it', async () => {
    const event = await bench.gala()
    const { first } = await bench.order(event, { people: [{ title: 'Potter' }] })
    const sent = { AuditId: 1, FirstName: ' Dana ', BadgeName: 'Dee', EmailAddress: null, OrganizationName: 'Crest' }
    const { body } = await bench.good('saveEventRegistration', bench.saveRegistration(event, first, sent))
    expect(body).toMatchObject({
      AuditId: 2,
      FirstName: 'Dana',
      LastName: 'Haddad 1',
      DisplayName: 'Dee',
      EmailAddress: null,
      OrganizationName: 'Crest',
      Title: 'Potter',
      ParticipantStatusId: 1,
    })
    expect(await bench.readRegistration(event, first)).toEqual(body)
    expect(await refusal(bench.saveRegistration(event, first, { AuditId: 1 }))).toEqual([409, 'stale-audit-id'])
    expect(await bench.eventsOf('eventregistration', first)).toMatchObject([
      { kind: 'eventregistration.created' },
      { kind: 'eventregistration.updated', payload: { eventId: event.eventId, statusId: 1 } },
    ])
  })

  test('chooses sessions while they have seats', async () => {
    const event = await bench.gala()
    const [tour = 0, talk = 0, workshop = 0] = event.sessions
    const { registrationIds } = await bench.order(event, {
      people: [{ sessionIds: [tour] }, {}, { sessionIds: [workshop] }],
    })
    const [one = 0, two = 0, three = 0] = registrationIds
    const faults = async (id: number, SessionIds: number[]) =>
      refusal(bench.saveRegistration(event, id, { AuditId: 1, SessionIds }))
    expect(await faults(two, [talk, tour])).toEqual([422, '/SessionIds/1'])
    expect(await faults(two, [workshop])).toEqual([422, '/SessionIds/0'])
    expect(await faults(three, [])).toEqual([422, '/SessionIds'])
    expect(await faults(two, [2_000_000_000])).toEqual([422, '/SessionIds/0'])
    const { body } = await bench.good(
      'saveEventRegistration',
      bench.saveRegistration(event, one, { AuditId: 1, SessionIds: [talk, tour] }),
    )
    expect((body.Sessions as Json[]).map(({ SessionId }) => SessionId)).toEqual([tour, talk])
    await bench.good('saveEventRegistration', bench.saveRegistration(event, one, { AuditId: 2, SessionIds: [] }))
    await bench.good('saveEventRegistration', bench.saveRegistration(event, two, { AuditId: 1, SessionIds: [tour] }))
  })

  test('gives the last seat of a session to one of several', async () => {
    const event = await bench.gala()
    const people = Array.from({ length: 6 }, () => ({}))
    const { registrationIds } = await bench.order(event, { people })
    const SessionIds = event.sessions.slice(0, 1)
    const answers = await Promise.all(
      registrationIds.map((id) => bench.saveRegistration(event, id, { AuditId: 1, SessionIds })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422, 422])
  })

  test('reports every rule that is broken at once', async () => {
    const event = await bench.gala()
    const { first } = await bench.order(event)
    const sent = { AuditId: 1, FirstName: ' ', LastName: null, EmailAddress: 'no address' }
    const answer = await bench.saveRegistration(event, first, sent)
    expect(answer.statusCode).toBe(422)
    const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(['/FirstName', '/LastName', '/EmailAddress'])
  })

  test('changes no registration that is over', async () => {
    const event = await bench.gala()
    const { registrationIds } = await bench.order(event, { people: [9, 12, 13, 15].map((statusId) => ({ statusId })) })
    for (const id of registrationIds) {
      expect((await bench.readRegistration(event, id)).Actions).toEqual(['view'])
      expect(await refusal(bench.saveRegistration(event, id, { AuditId: 1, BadgeName: 'X' }))).toEqual([
        409,
        'registration-state',
      ])
    }
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/approve (approveEventRegistration)', () => {
  const approve = (event: Awaited<ReturnType<typeof bench.gala>>, id: number) =>
    bench.mine.post(pathOf(event, id, 'approve'), { AuditId: 1 })

  test('gives the status that the payment of the order has', async () => {
    const event = await bench.gala({ RequiresApproval: true })
    const waiting = [{ statusId: 4 }]
    const status = async (id: number) =>
      (await bench.good('approveEventRegistration', approve(event, id))).body.ParticipantStatusId
    const free = await bench.order(event, { people: waiting })
    expect((await bench.readRegistration(event, free.first)).Actions).toEqual([
      'view',
      'edit',
      'approve',
      'reject',
      'cancel',
      'transfer',
    ])
    expect(await status(free.first)).toBe(1)
    const open = await bench.order(event, { people: waiting, price: 40 })
    expect(await status(open.first)).toBe(3)
    for (const [Amount, expected] of [
      [10, 6],
      [40, 1],
    ] as const) {
      const payerId = await bench.person()
      const { first, invoiceId } = await bench.order(event, { people: waiting, price: 40, payerId })
      const Applications = [{ InvoiceId: invoiceId }]
      await bench.mine.post('/api/finance/payments/0', { ContactId: payerId, Amount, PaymentTypeId: 2, Applications })
      expect(await status(first)).toBe(expected)
    }
    const approved = await bench.eventsOf('eventregistration', free.first)
    expect(approved).toMatchObject([
      { kind: 'eventregistration.created' },
      { kind: 'eventregistration.approved', payload: { statusId: 1 } },
    ])
    expect(await refusal(bench.mine.post(pathOf(event, free.first, 'approve'), { AuditId: 2 }))).toEqual([
      409,
      'registration-state',
    ])
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/reject (rejectEventRegistration)', () => {
  test('frees the seat', async () => {
    const event = await bench.gala({ RequiresApproval: true, Capacity: 1 })
    const { first } = await bench.order(event, { people: [{ statusId: 4 }] })
    const { body } = await bench.good(
      'rejectEventRegistration',
      bench.mine.post(pathOf(event, first, 'reject'), { AuditId: 1 }),
    )
    expect(body).toMatchObject({ AuditId: 2, ParticipantStatus: 'Rejected', Actions: ['view'] })
    const environment = await bench.mine.get(`/api/public/events/getenv/${event.eventId}`)
    expect(environment.json().Data.Event.SeatsLeft).toBe(1)
    expect(await refusal(bench.mine.post(pathOf(event, first, 'reject'), { AuditId: 2 }))).toEqual([
      409,
      'registration-state',
    ])
  })
})
