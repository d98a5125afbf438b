import { afterAll, beforeAll, expect, test } from 'vitest'
import { addEventOrder } from '#test/support/events/event-orders'
import { type EventSponsorsBench, openEventSponsors } from '#test/support/events/event-sponsors'

let bench: EventSponsorsBench
beforeAll(async () => {
  bench = await openEventSponsors('2030-03-01T12:00:00Z')
})
afterAll(() => bench.server.close())

/** Whether the deletion of a contact is offered, and the status of its response. */
const deletionOf = async (contactId: number) => {
  const list = await bench.mine.get(`/api/contacts?$filter=${encodeURIComponent(`ContactId eq ${contactId}`)}`)
  const [{ Actions }] = list.json().Results as [{ Actions: string[] }]
  const deleted = await bench.mine.delete(`/api/contacts/${contactId}/${await bench.version(contactId)}`)
  return [Actions.includes('delete'), deleted.statusCode]
}

test('sponsors and participants can be deleted when their event is over by the clock of the server', async () => {
  const event = await bench.hosted()
  const OrganizationContactId = await bench.organization()
  const IndividualContactId = await bench.person()
  await bench.sponsor(event, { OrganizationContactId, IndividualContactId })
  const contactId = await bench.person()
  const payerId = await bench.person()
  const people = [{ contactId }]
  await addEventOrder(bench.server, bench.mine, { eventId: event.eventId, typeId: event.guest, payerId, people })
  const contactIds = [OrganizationContactId, IndividualContactId, contactId]
  for (const id of contactIds) expect(await deletionOf(id)).toEqual([false, 409])
  // Before the time of the server, and after that of the database.
  const where = { tenantId: bench.mine.tenant.id, id: event.eventId }
  const data = { startsAt: new Date('2030-02-01T08:00:00Z'), endsAt: null }
  await bench.server.database.system.event.updateMany({ where, data })
  for (const id of contactIds) expect(await deletionOf(id)).toEqual([true, 200])
})
