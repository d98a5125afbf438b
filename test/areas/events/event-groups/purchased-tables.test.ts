import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseSeats, seatTables } from '#areas/events/event-groups/purchased-tables.service'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { addSubmittedOrder, type OrderedPerson } from '#test/support/events/submitted-orders'

let bench: RegistrationsBench
beforeAll(async () => {
  bench = await openRegistrations(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

interface Tables {
  Groups: { EventGroupId: number; IsDeletable: boolean; Members: { RegistrationId: number }[] }[]
  Candidates: { RegistrationId: number }[]
}

const inScope = async () => {
  const { app, database } = bench.server
  return systemScope({ database, clock: systemClock, log: app.log }, bench.mine.tenant.id)
}
const seat = async (eventId: number, orderId: number) => {
  const scope = await inScope()
  await scope.db.transaction((tx) => seatTables(scope, tx, eventId, orderId))
}
const release = async (...ids: (number | undefined)[]) => {
  const scope = await inScope()
  await scope.db.transaction((tx) => releaseSeats(scope, tx, ids.map(Number)))
}
const tables = async (eventId: number) => {
  const response = await bench.mine.get(`/api/eventgroups/events/${eventId}`)
  return response.json() as Tables
}
const membersOf = ({ Groups }: Tables) => Groups.map(({ Members }) => Members.map((member) => member.RegistrationId))
const withdraw = async (...ids: (number | undefined)[]) => {
  const where = { tenantId: bench.mine.tenant.id, id: { in: ids.map(Number) } }
  await bench.server.database.system.eventRegistration.updateMany({ where, data: { statusId: 9 } })
}

/** Submits an order with a table of three seats: its buyer, a guest, the guest of another table, and a single ticket. */
const buyTable = async (billing: Record<string, string> = { OrganizationName: 'Crest Pottery' }) => {
  const congress = await bench.congress()
  const guest: OrderedPerson = { typeId: congress.table, seats: 0, groupNumber: 5 }
  const people: OrderedPerson[] = [
    { typeId: congress.table, seats: 3, groupNumber: 5 },
    { ...guest },
    { ...guest, groupNumber: 6 },
    { typeId: congress.free },
  ]
  const order = await addSubmittedOrder(bench, congress.id, people, billing)
  await seat(congress.id, order.orderId)
  const [buyer, seated, other, single] = order.ids
  return { ...order, congress, id: congress.id, buyer, guest: seated, other, single }
}

describe('the submission of an order with a table', () => {
  test('creates the table of the payer with the buyer and the guests; single tickets stay candidates', async () => {
    const { id, orderId, congress, buyer, guest, other, single } = await buyTable()
    const shown = await tables(id)
    expect(shown.Groups).toMatchObject([
      {
        Name: 'Crest Pottery',
        MaxToAssign: '3',
        GroupNumber: 1,
        IsDeletable: false,
        EventRegistrationTypeId: String(congress.table),
        EventSessionId: null,
      },
    ])
    expect(membersOf(shown)).toEqual([[buyer, guest]])
    expect(shown.Candidates.map(({ RegistrationId }) => RegistrationId)).toEqual([other, single])
    await seat(id, orderId)
    expect((await tables(id)).Groups).toHaveLength(1)
  })

  test('takes the name of the payer without an organization, and the next number', async () => {
    const { id, payerId, congress } = await buyTable({})
    const again = await addSubmittedOrder(bench, id, [{ typeId: congress.table, seats: 3 }])
    await seat(id, again.orderId)
    const first = await bench.row(payerId)
    const second = await bench.row(again.payerId)
    expect((await tables(id)).Groups).toMatchObject([
      { GroupNumber: 1, Name: first.ContactName },
      { GroupNumber: 2, Name: second.ContactName },
    ])
  })

  test('creates none for people on the waiting list', async () => {
    const { id, table: typeId } = await bench.congress()
    const { orderId } = await addSubmittedOrder(bench, id, [{ typeId, seats: 3, statusId: 11 }])
    await seat(id, orderId)
    expect((await tables(id)).Groups).toEqual([])
  })

  test('gives the table a version, history and event, and keeps its type and its purchase', async () => {
    const { id, congress } = await buyTable()
    const [made] = (await tables(id)).Groups
    const where = { tenantId: bench.mine.tenant.id, entity: 'eventgroup', entityId: Number(made?.EventGroupId) }
    const { system } = bench.server.database
    expect(await system.outboxEvent.findMany({ where })).toMatchObject([{ kind: 'eventgroup.created', auditId: 1 }])
    expect(await system.auditEntry.findMany({ where })).toMatchObject([{ action: 'created' }])
    const url = `/api/eventgroups/groups/${made?.EventGroupId}`
    const other = await bench.mine.post(url, { EventId: id, EventRegistrationTypeId: String(congress.full) })
    expect([other.statusCode, other.json().code]).toEqual([422, 'event-rule'])
    const renamed = await bench.mine.post(url, { EventId: id, Name: 'Crest' })
    expect([renamed.statusCode, renamed.json().IsDeletable]).toEqual([200, false])
    const deleted = await bench.mine.delete(url)
    expect([deleted.statusCode, deleted.json().code]).toEqual([409, 'bought-table'])
  })
})

describe('the cancellation of registrations with seats', () => {
  test('frees their seats, and deletes the bought table when it is empty', async () => {
    const { id, buyer, guest } = await buyTable()
    await withdraw(guest)
    await release(guest)
    expect(membersOf(await tables(id))).toEqual([[buyer]])
    await withdraw(buyer)
    await release(buyer)
    await release(buyer, guest)
    expect((await tables(id)).Groups).toEqual([])
  })

  test('keeps a bought table at which others sit, which can be deleted then', async () => {
    const { id, buyer, guest } = await buyTable()
    await withdraw(buyer)
    await release(buyer)
    const shown = await tables(id)
    expect(membersOf(shown)).toEqual([[guest]])
    expect(shown.Groups).toMatchObject([{ IsDeletable: true }])
    const response = await bench.mine.delete(`/api/eventgroups/groups/${shown.Groups[0]?.EventGroupId}`)
    expect(response.statusCode).toBe(200)
  })
})
