import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForLock } from '#test/support/database/wait-for-lock'
import { type Congress, openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { addSubmittedOrder, type OrderedPerson } from '#test/support/events/submitted-orders'
import { refusal } from '#test/support/people/contact-parts'

let bench: RegistrationsBench
beforeAll(async () => {
  bench = await openRegistrations(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

const MISSING = 2_000_000_000
const URL = '/api/eventgroups'

interface Member {
  RegistrationId: number
  SeatNumber: number | null
}
interface Table {
  EventGroupId: number
  GroupNumber: number
  Members: Member[]
}
interface Candidate {
  RegistrationId: number
  CanBeAssigned: boolean
}

const save = (id: number, body: object, headers: Record<string, string> = {}) =>
  bench.mine.post(`${URL}/groups/${id}`, body, headers)
const table = async (EventId: number, more: object = {}): Promise<Table> =>
  (await bench.good('saveEventGroup', save(0, { EventId, ...more }))).body as unknown as Table
const setMembers = (id: number, EventId: number, ...ids: (number | Member)[]) =>
  bench.mine.post(`${URL}/groups/${id}/members`, {
    EventId,
    Members: ids.map((one) => (typeof one === 'number' ? { RegistrationId: one } : one)),
  })
const read = async (eventId: number, id: number) =>
  (await bench.good('getEventGroup', bench.mine.get(`${URL}/groups/${eventId}/${id}`))).body as unknown as Table
const tables = async (eventId: number, query = '') => {
  const { body } = await bench.good('getEventTables', bench.mine.get(`${URL}/events/${eventId}${query}`))
  return body as unknown as { Groups: Table[]; Candidates: Candidate[] }
}
const candidates = async (eventId: number, query = '') =>
  (await tables(eventId, query)).Candidates.map(({ RegistrationId }) => RegistrationId)
const people = async ({ id, free }: Congress, ...rows: Partial<OrderedPerson>[]) =>
  (
    await addSubmittedOrder(
      bench,
      id,
      rows.map((row) => ({ typeId: free, ...row })),
    )
  ).ids
const idsOf = ({ Members }: Table) => Members.map(({ RegistrationId }) => RegistrationId)

describe('POST /api/eventgroups/groups/{eventgroupid} (saveEventGroup)', () => {
  test('creates a table with the next free number, and fills it', async () => {
    const congress = await bench.congress()
    const { id: EventId, table: typeId } = congress
    const [ada, noor] = await people(congress, { firstName: 'Ada', lastName: 'Lee' }, { firstName: 'Noor' })
    await table(EventId, { GroupNumber: 2 })
    const Members = [
      { RegistrationId: ada, SeatNumber: 2 },
      { RegistrationId: noor, SeatNumber: 1 },
    ]
    const sent = { Name: ' Friends  of the museum ', MaxToAssign: '8', EventRegistrationTypeId: typeId, Members }
    const made = await table(EventId, { GroupNumber: 0, ...sent })
    expect(made).toMatchObject({
      EventId,
      Name: 'Friends of the museum',
      MaxToAssign: '8',
      GroupNumber: 1,
      GroupOrder: '1',
      EventRegistrationTypeId: String(typeId),
      EventRegistrationTypeName: 'Table',
      EventSessionId: null,
      IsDeleted: false,
      IsDeletable: true,
      Members: [
        { RegistrationId: noor, SeatNumber: 1, ParticipantStatusId: 1, ParticipantStatus: 'Registered' },
        { RegistrationId: ada, SeatNumber: 2, DisplayName: 'Ada Lee', ContactId: null },
      ],
    })
    expect(await read(EventId, made.EventGroupId)).toEqual(made)
    expect((await table(EventId)).GroupNumber).toBe(3)
  })

  test('keeps what is left out, and frees the members by an empty list', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const [ada] = await people(congress, {})
    const made = await table(EventId, { Name: 'A', MaxToAssign: '1', Members: [{ RegistrationId: ada }] })
    const { body, version } = await bench.good('saveEventGroup', save(made.EventGroupId, { EventId, GroupOrder: '9' }))
    expect([version, body]).toMatchObject([2, { Name: 'A', MaxToAssign: '1', GroupNumber: 1, GroupOrder: '9' }])
    expect(idsOf(body as unknown as Table)).toEqual([ada])
    const nulls = { Name: null, MaxToAssign: null, GroupOrder: null, Members: [] }
    const cleared = (await bench.good('saveEventGroup', save(made.EventGroupId, { EventId, ...nulls }))).body
    expect(cleared).toMatchObject({ ...nulls, GroupOrder: '1' })
    expect(await candidates(EventId)).toEqual([ada])
    expect(await refusal(save(made.EventGroupId, { EventId, Name: 'B' }, { 'if-match': '"1"' }))).toEqual([
      ...[412, 'precondition-failed'],
    ])
  })

  test('rejects numbers, parts and bounds that do not fit', async () => {
    const congress = await bench.congress()
    const other = await bench.congress()
    const { id: EventId } = congress
    const [ada, noor] = await people(congress, {}, {})
    const made = await table(EventId, { Members: [{ RegistrationId: ada }, { RegistrationId: noor }] })
    const rejected = async (body: object, id = made.EventGroupId) => refusal(save(id, { EventId, ...body }))
    expect(await rejected({ GroupNumber: 1 }, 0)).toEqual([409, '/GroupNumber'])
    expect(await rejected({ MaxToAssign: '1' })).toEqual([422, '/MaxToAssign'])
    expect(await rejected({ EventRegistrationTypeId: String(other.full) })).toEqual([422, '/EventRegistrationTypeId'])
    expect(await rejected({ EventSessionId: '9999999999' })).toEqual([422, '/EventSessionId'])
    expect(await rejected({ EventId: other.id })).toEqual([422, '/EventId'])
    expect(await rejected({ EventId: MISSING }, 0)).toEqual([404, 'not-found'])
    expect(await rejected({}, MISSING)).toEqual([404, 'not-found'])
    expect(await rejected({ MaxToAssign: 'ten' })).toEqual([400, '/MaxToAssign'])
    await setMembers(made.EventGroupId, EventId, { RegistrationId: ada as number, SeatNumber: 9 }, noor as number)
    expect(await rejected({ MaxToAssign: '8' })).toEqual([422, '/MaxToAssign'])
    // Who has not chosen the session cannot be seated in it.
    const EventSessionId = congress.parts.Sessions[0]?.SessionId
    expect(await rejected({ EventSessionId })).toEqual([422, '/Members/0/RegistrationId'])
    expect((await read(EventId, made.EventGroupId)).Members).toHaveLength(2)
    const foreign = await bench.theirs.post(`${URL}/groups/${made.EventGroupId}`, { EventId, Name: 'Mine' })
    expect(foreign.statusCode).toBe(404)
  })

  test('refuses a new table of a cancelled event', async () => {
    const { id: EventId } = await bench.congress()
    const { EventGroupId } = await table(EventId)
    expect((await bench.mine.post(`/api/events/${EventId}`, { AuditId: 2, Status: 'Cancelled' })).statusCode).toBe(200)
    expect(await refusal(save(0, { EventId, Name: 'Late' }))).toEqual([409, 'event-state'])
    expect((await save(EventGroupId, { EventId, Name: 'Renamed' })).statusCode).toBe(200)
  })
})

describe('POST /api/eventgroups/groups/{eventgroupid}/members (saveEventGroupMembers)', () => {
  test('moves members of another table of the same session', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const SessionId = Number(congress.parts.Sessions[0]?.SessionId)
    const [ada, noor, mia] = await people(congress, { sessionIds: [SessionId] }, {}, {})
    const first = await table(EventId)
    const second = await table(EventId)
    const workshop = await table(EventId, { EventSessionId: SessionId })
    await setMembers(first.EventGroupId, EventId, ada as number, noor as number)
    expect((await setMembers(workshop.EventGroupId, EventId, ada as number)).statusCode).toBe(200)
    const moved = await setMembers(second.EventGroupId, EventId, { RegistrationId: ada as number, SeatNumber: 3 })
    expect([moved.statusCode, moved.json(), moved.headers.etag]).toEqual([200, {}, '"2"'])
    const shown = await tables(EventId)
    expect(shown.Groups.map(idsOf)).toEqual([[noor], [ada], [ada]])
    expect(await candidates(EventId)).toEqual([mia])
    expect(await candidates(EventId, `?EventSessionId=${SessionId}`)).toEqual([])
    // The table that lost a member has a new version.
    const version = await bench.mine.get(`${URL}/groups/${EventId}/${first.EventGroupId}`)
    expect(version.headers.etag).toBe('"3"')
  })

  test('rejects members that the table cannot have, and changes nothing', async () => {
    const congress = await bench.congress()
    const other = await bench.congress()
    const { id: EventId } = congress
    const [ada, noor, waiting, cancelled] = await people(congress, {}, {}, { statusId: 11 }, { statusId: 9 })
    const [stranger] = await people(other, {})
    const { EventGroupId } = await table(EventId, { MaxToAssign: '1', Members: [{ RegistrationId: ada }] })
    const rejected = (...ids: unknown[]) => refusal(setMembers(EventGroupId, EventId, ...(ids as number[])))
    expect(await rejected(ada, noor)).toEqual([422, '/Members'])
    expect(await rejected(stranger)).toEqual([422, '/Members/0/RegistrationId'])
    expect(await rejected(waiting)).toEqual([422, '/Members/0/RegistrationId'])
    expect(await rejected(cancelled)).toEqual([422, '/Members/0/RegistrationId'])
    expect(await rejected(noor, noor)).toEqual([422, '/Members/1/RegistrationId'])
    const twice = [ada, noor].map((RegistrationId) => ({ RegistrationId, SeatNumber: 1 }))
    expect(await rejected(...twice)).toEqual([422, '/Members/1/SeatNumber'])
    expect(await rejected({ RegistrationId: ada, SeatNumber: 2 })).toEqual([422, '/Members/0/SeatNumber'])
    expect(idsOf(await read(EventId, EventGroupId))).toEqual([ada])
    expect(await refusal(setMembers(EventGroupId, other.id, ada as number))).toEqual([422, '/EventId'])
    expect((await setMembers(MISSING, EventId)).statusCode).toBe(404)
    const theirs = await bench.theirs.post(`${URL}/groups/${EventGroupId}/members`, { EventId, Members: [] })
    expect(theirs.statusCode).toBe(404)
  })

  test('waits for a change of the status of a member, and then judges by the new one', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const [ada] = (await people(congress, {})) as [number]
    const { EventGroupId } = await table(EventId)
    const { database } = bench.server
    // The job that marks who did not come does not lock the event.
    const { saving } = await database.system.$transaction(async (tx) => {
      await tx.eventRegistration.updateMany({ where: { eventId: EventId, id: ada }, data: { statusId: 8 } })
      const saving = setMembers(EventGroupId, EventId, ada)
      await waitForLock(database)
      return { saving }
    })
    expect(await refusal(saving)).toEqual([422, '/Members/0/RegistrationId'])
  })

  test('never overfills a table, nor gives a registrant two tables, however requests overlap', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const ids = await people(congress, ...Array.from({ length: 8 }, () => ({})))
    const two = [await table(EventId, { MaxToAssign: '2' }), await table(EventId, { MaxToAssign: '2' })]
    const attempts = ids.flatMap((id, at) =>
      two.map(({ EventGroupId }) => setMembers(EventGroupId, EventId, id, ids[(at + 1) % ids.length] as number)),
    )
    const statuses = new Set((await Promise.all(attempts)).map(({ statusCode }) => statusCode))
    expect([...statuses]).toEqual([200])
    const seated = (await tables(EventId)).Groups.map(idsOf)
    expect(new Set(seated.flat()).size).toBe(seated.flat().length)
    for (const members of seated) expect(members.length).toBeLessThanOrEqual(2)
  })

  test('never overfills a table whose maximum becomes smaller at the same time', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const [ada, noor] = (await people(congress, {}, {})) as [number, number]
    for (let round = 0; round < 5; round++) {
      const { EventGroupId } = await table(EventId, { MaxToAssign: '2' })
      const responses = await Promise.all([
        setMembers(EventGroupId, EventId, ada, noor),
        save(EventGroupId, { EventId, MaxToAssign: '1' }),
      ])
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
    }
  })
})

describe('GET /api/eventgroups/events/{eventid} (getEventTables)', () => {
  test('shows the tables in their order, and people on the waiting list as candidates that cannot be assigned', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const rows = [{ firstName: 'Zoe' }, { firstName: 'Ann', statusId: 11 }, { firstName: 'Bob' }, { statusId: 9 }]
    const [zoe, ann, bob] = await people(congress, ...rows)
    const late = await table(EventId, { GroupOrder: '5' })
    const early = await table(EventId, { GroupOrder: '2' })
    const shown = await tables(EventId)
    expect(shown.Groups.map(({ EventGroupId }) => EventGroupId)).toEqual([early.EventGroupId, late.EventGroupId])
    expect(shown.Candidates).toMatchObject([
      { RegistrationId: bob, IsOnWaitingList: false, CanBeAssigned: true, EventRegistrationTypeName: 'Guest' },
      { RegistrationId: zoe, CanBeAssigned: true },
      { RegistrationId: ann, IsOnWaitingList: true, CanBeAssigned: false, ParticipantStatus: 'On waiting list' },
    ])
    expect((await bench.mine.get(`${URL}/events/${MISSING}`)).statusCode).toBe(404)
    expect((await bench.theirs.get(`${URL}/events/${EventId}`)).statusCode).toBe(404)
  })
})

describe('GET /api/eventgroups/groups/{eventid}/{eventgroupid} (getEventGroup)', () => {
  test('returns a table with its version, an empty one for 0, and 404 for a table of another event', async () => {
    const first = await bench.congress()
    const second = await bench.congress()
    const { EventGroupId } = await table(first.id, { Name: 'Mine' })
    const response = await bench.mine.get(`${URL}/groups/${first.id}/${EventGroupId}`)
    expect([response.headers.etag, response.json().Name]).toEqual(['"1"', 'Mine'])
    expect(await read(first.id, 0)).toMatchObject({ EventGroupId: 0, GroupNumber: 2, GroupOrder: '2', Members: [] })
    const at = (path: string) => bench.mine.get(`${URL}/groups/${path}`)
    for (const path of [`${second.id}/${EventGroupId}`, `${MISSING}/0`, `${first.id}/9999999999`, '9999999999/0'])
      expect((await at(path)).statusCode, path).toBe(404)
    expect((await bench.theirs.get(`${URL}/groups/${first.id}/0`)).statusCode).toBe(404)
  })
})

describe('DELETE /api/eventgroups/groups/{eventgroupid} (deleteEventGroup)', () => {
  test('returns the table as it was, and its members are candidates again', async () => {
    const congress = await bench.congress()
    const { id: EventId } = congress
    const [ada] = await people(congress, {})
    const made = await table(EventId, { Name: 'Gone', Members: [{ RegistrationId: ada }] })
    expect((await bench.mine.delete(`/api/events/${EventId}`)).json().code).toBe('in-use')
    const url = `${URL}/groups/${made.EventGroupId}`
    expect((await bench.theirs.delete(url)).statusCode).toBe(404)
    expect((await bench.mine.delete(url, { 'if-match': '"7"' })).statusCode).toBe(412)
    const { body } = await bench.good('deleteEventGroup', bench.mine.delete(url))
    expect(body).toEqual({ ...made, IsDeleted: true })
    expect((await tables(EventId)).Groups).toEqual([])
    expect(await candidates(EventId)).toEqual([ada])
    expect((await bench.mine.delete(url)).statusCode).toBe(404)
  })
})
