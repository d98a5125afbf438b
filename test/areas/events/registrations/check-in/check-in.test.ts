import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noShowDays } from '#areas/events/registrations/check-in/no-shows.job'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type Gala, openRegistered, pathOf, type RegisteredBench } from '#test/support/events/registered'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: RegisteredBench
beforeAll(async () => {
  bench = await openRegistered()
})
afterAll(() => bench.server.close())

const PAST = { StartDate: '2020-05-02T08:00:00Z', Sessions: [] }
const CODE = /^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/

const checkIn = (event: Gala, id: number, body: object = {}) => bench.mine.post(pathOf(event, id, 'checkin'), body)
const undo = (event: Gala, id: number, body: object = {}) => bench.mine.post(pathOf(event, id, 'undocheckin'), body)
const byCode = ({ eventId }: Gala, body: object) => bench.mine.post(`/api/events/${eventId}/checkin`, body)
const noShow = (event: Gala, id: number, AuditId = 1) => bench.mine.post(pathOf(event, id, 'noshow'), { AuditId })
const kindsOf = (id: number) => bench.kindsOf('eventregistration', id)
const attendanceOf = async (event: Gala, id: number) =>
  ((await bench.readRegistration(event, id)).Sessions as Json[]).map(({ CheckedInDate }) => CheckedInDate !== null)

/** An event with one registration in each status. */
const withStatuses = async (statuses: number[], more: object = {}) => {
  const event = await bench.gala(more)
  return { event, ...(await bench.order(event, { people: statuses.map((statusId) => ({ statusId })) })) }
}

describe('POST /api/events/{eventId}/registrations/{registrationId}/checkin (checkInEventRegistration)', () => {
  test('makes a participant attended, and shows when and by which caller', async () => {
    const event = await bench.gala()
    const { first } = await bench.order(event)
    expect((await bench.readRegistration(event, first)).Actions).toEqual([
      'view',
      'edit',
      'cancel',
      'transfer',
      'checkIn',
    ])
    const { body } = await bench.good('checkInEventRegistration', checkIn(event, first))
    expect(body).toMatchObject({
      AuditId: 2,
      ParticipantStatusId: 2,
      ParticipantStatus: 'Attended',
      CheckInCode: expect.stringMatching(CODE),
      CheckedInDate: expect.stringMatching(/Z$/),
      CheckedInBy: expect.stringMatching(/^key:\d+$/),
      Actions: ['view', 'edit', 'undoCheckIn'],
    })
    expect(await bench.readRegistration(event, first)).toEqual(body)
    expect(await bench.eventsOf('eventregistration', first)).toMatchObject([
      { kind: 'eventregistration.created' },
      { kind: 'eventregistration.attended', payload: { eventId: event.eventId, statusId: 2 } },
    ])
    const missing = await bench.list(event, 'Filter=CheckedInDate eq null')
    expect(missing.TotalRecordAvailable).toBe('0')
    const csv = await bench.mine.get(`/api/events/${event.eventId}/registrations/csv`, { accept: 'text/csv' })
    expect(csv.body).toMatch(new RegExp(`${body.CheckInCode},\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d,${body.CheckedInBy}`))
  })

  test('has one effect if two desks check in the same person, and states the check-in to the other', async () => {
    const event = await bench.gala()
    const { first } = await bench.order(event)
    const answers = await Promise.all(Array.from({ length: 4 }, () => checkIn(event, first)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    const { CheckedInDate, CheckedInBy } = await bench.readRegistration(event, first)
    expect(refused).toMatchObject({ code: 'already-checked-in' })
    expect(refused.detail).toContain(`at ${CheckedInDate} by ${CheckedInBy}`)
    expect(await kindsOf(first)).toEqual(['eventregistration.created', 'eventregistration.attended'])
  })

  test('refuses an unpaid registration, unless ForceSave says so', async () => {
    const event = await bench.gala()
    const { registrationIds } = await bench.order(event, { people: [{ statusId: 3 }, { statusId: 6 }], price: 40 })
    for (const id of registrationIds) {
      expect(await refusal(checkIn(event, id))).toEqual([409, 'registration-unpaid'])
      const { body } = await bench.good('checkInEventRegistration', checkIn(event, id, { ForceSave: true }))
      expect(body.ParticipantStatusId).toBe(2)
    }
  })

  test('checks in a no-show that comes late, and no other status', async () => {
    const { event, registrationIds } = await withStatuses([8, 4, 5, 7, 9, 11, 12, 13, 15])
    const [late = 0, ...others] = registrationIds
    expect((await bench.readRegistration(event, late)).Actions).toEqual(['view', 'edit', 'checkIn'])
    expect((await checkIn(event, late)).statusCode).toBe(200)
    for (const id of others)
      expect(await refusal(checkIn(event, id, { ForceSave: true }))).toEqual([409, 'registration-state'])
  })

  test('records the attendance of a session, which checks in to the event as well', async () => {
    const event = await bench.gala()
    const [tour = 0, talk = 0, workshop = 0] = event.sessions
    const { first } = await bench.order(event, { people: [{ sessionIds: [tour, talk] }] })
    const { body } = await bench.good('checkInEventRegistration', checkIn(event, first, { SessionId: talk }))
    expect(body.ParticipantStatusId).toBe(2)
    expect(await attendanceOf(event, first)).toEqual([false, true])
    expect(await refusal(checkIn(event, first, { SessionId: talk }))).toEqual([409, 'already-checked-in'])
    expect(await refusal(checkIn(event, first, { SessionId: workshop }))).toEqual([409, 'registration-state'])
    expect(await refusal(checkIn(event, first, { SessionId: 2_000_000_000 }))).toEqual([422, '/SessionId'])
    await bench.good('checkInEventRegistration', checkIn(event, first, { SessionId: tour }))
    await bench.good('saveEventRegistration', bench.saveRegistration(event, first, { AuditId: 3, SessionIds: [talk] }))
    expect(await attendanceOf(event, first)).toEqual([true])
  })

  test('returns 404 for another event and another tenant, and 400 for a wrong session', async () => {
    const event = await bench.gala()
    const other = await bench.gala()
    const { first } = await bench.order(event)
    expect(await refusal(checkIn(other, first))).toEqual([404, 'not-found'])
    for (const verb of ['checkin', 'undocheckin', 'noshow'])
      expect(await refusal(bench.theirs.post(pathOf(event, first, verb), { AuditId: 1 }))).toEqual([404, 'not-found'])
    expect(await refusal(checkIn(event, first, { SessionId: 'x' }))).toEqual([400, '/SessionId'])
    const reader = await bench.server.caller(bench.mine.tenant, ['event-registrations:read'])
    expect(await refusal(reader.post(pathOf(event, first, 'checkin'), {}))).toEqual([403, 'insufficient-scope'])
  })
})

describe('POST /api/events/{eventId}/checkin (checkInByCode)', () => {
  test('finds a participant by the check-in code, with and without hyphens', async () => {
    const event = await bench.gala()
    const { registrationIds } = await bench.order(event, { people: [{}, {}] })
    for (const [at, id] of registrationIds.entries()) {
      const { CheckInCode } = await bench.readRegistration(event, id)
      const Code = at === 0 ? CheckInCode : ` ${String(CheckInCode).replaceAll('-', '').toLowerCase()}`
      const { body } = await bench.good('checkInByCode', byCode(event, { Code }))
      expect(body).toMatchObject({ RegistrationId: id, ParticipantStatusId: 2 })
      expect(await refusal(byCode(event, { Code }))).toEqual([409, 'already-checked-in'])
    }
  })

  test('finds the only participant of a confirmation number', async () => {
    const event = await bench.gala()
    const one = await bench.order(event, { people: [{ statusId: 9 }, {}] })
    const Code = `e${event.eventId}-${one.orderId}`
    const { body } = await bench.good('checkInByCode', byCode(event, { Code }))
    expect(body.RegistrationId).toBe(one.registrationIds[1])
    expect(await refusal(byCode(event, { Code }))).toEqual([409, 'already-checked-in'])
    const two = await bench.order(event, { people: [{}, {}] })
    const several = { Code: `E${event.eventId}-${two.orderId}` }
    expect(await refusal(byCode(event, several))).toEqual([409, 'several-registrations'])
  })

  test('finds no registration by the code of another event, of another tenant, or by no code', async () => {
    const event = await bench.gala()
    const other = await bench.gala()
    const { first, orderId } = await bench.order(event)
    const { CheckInCode: Code } = await bench.readRegistration(event, first)
    expect(await refusal(byCode(other, { Code }))).toEqual([404, 'not-found'])
    expect(await refusal(byCode(other, { Code: `E${event.eventId}-${orderId}` }))).toEqual([404, 'not-found'])
    expect(await refusal(byCode(event, { Code: 'E1-1' }))).toEqual([404, 'not-found'])
    expect(await refusal(byCode(event, { Code: 'hello' }))).toEqual([400, '/Code'])
    expect(await refusal(byCode(event, {}))).toEqual([400, '/Code'])
    const theirs = bench.theirs.post(`/api/events/${event.eventId}/checkin`, { Code })
    expect(await refusal(theirs)).toEqual([404, 'not-found'])
  })
})

describe('POST /api/events/{eventId}/checkin/list (checkInEventRegistrations)', () => {
  const list = ({ eventId }: Gala, body: object) => bench.mine.post(`/api/events/${eventId}/checkin/list`, body)

  test('returns a result for each id, and checks in those that it can', async () => {
    const { event, registrationIds } = await withStatuses([1, 2, 9, 1])
    const unpaid = await bench.order(event, { people: [{ statusId: 3 }], price: 20 })
    const sent = [...registrationIds, unpaid.first, 2_000_000_000, registrationIds[0]]
    const { body } = await bench.good('checkInEventRegistrations', list(event, { RegistrationIds: sent }))
    expect(body.CheckedInCount).toBe(2)
    expect((body.Results as Json[]).map(({ RegistrationId, Result }) => [RegistrationId, Result])).toEqual(
      ['CheckedIn', 'AlreadyCheckedIn', 'WrongStatus', 'CheckedIn', 'Unpaid', 'NotFound'].map((result, at) => [
        sent[at],
        result,
      ]),
    )
    expect((body.Results as Json[])[0]).toMatchObject({ DisplayName: 'Noor Haddad 1', CheckedInBy: expect.any(String) })
    const again = await list(event, { RegistrationIds: registrationIds.slice(0, 1) })
    expect(again.json().Results[0]).toMatchObject({
      Result: 'AlreadyCheckedIn',
      CheckedInDate: (body.Results as Json[])[0]?.CheckedInDate,
    })
    expect((await bench.list(event, 'Filter=ParticipantStatusId eq 2')).TotalRecordAvailable).toBe('3')
  })

  test('records a session for those that have it', async () => {
    const event = await bench.gala()
    const [, talk = 0] = event.sessions
    const { registrationIds } = await bench.order(event, { people: [{ sessionIds: [talk] }, {}] })
    const answer = await list(event, { RegistrationIds: registrationIds, SessionId: talk })
    expect(answer.json().Results.map(({ Result }: Json) => Result)).toEqual(['CheckedIn', 'NotInSession'])
  })

  test('requires 1 to 500 ids, and an event of the tenant', async () => {
    const event = await bench.gala()
    expect(await refusal(list(event, {}))).toEqual([400, '/RegistrationIds'])
    expect(await refusal(list(event, { RegistrationIds: [] }))).toEqual([400, '/RegistrationIds'])
    const many = Array.from({ length: 501 }, (_, at) => at + 1)
    expect(await refusal(list(event, { RegistrationIds: many }))).toEqual([400, '/RegistrationIds'])
    const theirs = bench.theirs.post(`/api/events/${event.eventId}/checkin/list`, { RegistrationIds: [1] })
    expect(await refusal(theirs)).toEqual([404, 'not-found'])
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/undocheckin (undoEventCheckIn)', () => {
  test('gives back the status of the payment, and takes back the sessions', async () => {
    const event = await bench.gala()
    const people = [{ sessionIds: event.sessions.slice(0, 2) }]
    const { first } = await bench.order(event, { people: people.map((one) => ({ ...one, statusId: 3 })), price: 40 })
    await checkIn(event, first, { SessionId: event.sessions[0], ForceSave: true })
    const { body } = await bench.good('undoEventCheckIn', undo(event, first))
    expect(body).toMatchObject({ AuditId: 3, ParticipantStatusId: 3, CheckedInDate: null, CheckedInBy: null })
    expect(await attendanceOf(event, first)).toEqual([false, false])
    expect((await kindsOf(first)).at(-1)).toBe('eventregistration.checkinundone')
    expect(await refusal(undo(event, first))).toEqual([409, 'registration-state'])
  })

  test('takes back one session only', async () => {
    const event = await bench.gala()
    const [tour, talk] = event.sessions
    const { first } = await bench.order(event, { people: [{ sessionIds: event.sessions.slice(0, 2) }] })
    await checkIn(event, first, { SessionId: tour })
    await checkIn(event, first, { SessionId: talk })
    const { body } = await bench.good('undoEventCheckIn', undo(event, first, { SessionId: tour }))
    expect(body.ParticipantStatusId).toBe(2)
    expect(await attendanceOf(event, first)).toEqual([false, true])
    expect(await refusal(undo(event, first, { SessionId: tour }))).toEqual([409, 'registration-state'])
  })
})

describe('POST /api/events/{eventId}/registrations/{registrationId}/noshow (markEventNoShow)', () => {
  test('frees the seat of those that did not come, once the event has started', async () => {
    const { event, registrationIds } = await withStatuses([1, 3, 6, 2, 9], { ...PAST, Capacity: 9 })
    const [first = 0, second = 0, third = 0, ...others] = registrationIds
    expect((await bench.readRegistration(event, first)).Actions).toEqual([
      'view',
      'edit',
      'cancel',
      'transfer',
      'checkIn',
      'markNoShow',
    ])
    const { body } = await bench.good('markEventNoShow', noShow(event, first))
    expect(body).toMatchObject({
      AuditId: 2,
      ParticipantStatus: 'No-show',
      Actions: ['view', 'edit', 'checkIn'],
    })
    for (const id of [second, third]) expect((await noShow(event, id)).statusCode).toBe(200)
    const environment = await bench.mine.get(`/api/public/events/getenv/${event.eventId}`)
    expect(environment.json().Data.Event.SeatsLeft).toBe(8)
    expect((await kindsOf(first)).at(-1)).toBe('eventregistration.noshow')
    for (const id of others) expect(await refusal(noShow(event, id))).toEqual([409, 'registration-state'])
    expect(await refusal(noShow(event, first))).toEqual([409, 'stale-audit-id'])
  })

  test('is refused before the start', async () => {
    const event = await bench.gala()
    const { first } = await bench.order(event)
    expect(await refusal(noShow(event, first))).toEqual([409, 'event-not-started'])
  })
})

describe('the night after an event', () => {
  test('marks those that were not checked in, only if the event says so', async () => {
    const on = await withStatuses([1, 2, 3, 9], { ...PAST, MarksNoShows: true })
    const off = await withStatuses([1], PAST)
    const { server, mine } = bench
    const context = { database: server.database, clock: systemClock, log: server.app.log }
    const scope = await systemScope(context, mine.tenant.id)
    const run = (since: string, today: string) => noShowDays.run(scope, { since, today })
    const statuses = async ({ event }: typeof on) =>
      ((await bench.list(event, 'OrderBy=RegistrationId')).Results as Json[]).map((row) => row.ParticipantStatusId)
    await run('2020-05-01', '2020-05-02')
    expect(await statuses(on)).toEqual([1, 2, 3, 9])
    await run('2020-05-02', '2020-05-03')
    await run('2020-05-02', '2020-05-03')
    expect([await statuses(on), await statuses(off)]).toEqual([[8, 2, 8, 9], [1]])
    const [first = 0] = on.registrationIds
    expect(await kindsOf(first)).toEqual(['eventregistration.created', 'eventregistration.noshow'])
    expect(await bench.read(on.event.eventId)).toMatchObject({ MarksNoShows: true })
  })
})
