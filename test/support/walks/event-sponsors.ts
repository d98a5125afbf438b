import { addEvent } from './events.ts'
import type { Body, Recipe } from './recipes.ts'
import { addUnmatchedPerson } from './unmatched-person.ts'
import type { UsedRecords } from './used-records.ts'
import type { World } from './world.ts'

/** Adds a tier to an event. */
const addTier = async (world: World, eventId: number, more: object = {}): Promise<number> => {
  const { server, caller } = world
  const name = `Tier ${world.next()}`
  const data = { tenantId: caller.tenant.id, eventId, position: 0, name, nameKey: name.toLowerCase(), ...more }
  return (await server.database.system.eventTier.create({ data })).id
}

/** Enters a sponsor of a new event, or of one that exists. */
export const addEventSponsor = async (
  world: World,
  more: Body = {},
  { eventId, tier = {} }: { eventId?: number; tier?: object } = {},
) => {
  const id = eventId ?? (await addEvent(world))
  const SponsorshipTierId = await addTier(world, id, tier)
  const sent = { SponsorshipTierId, SponsorName: `Sponsor ${world.next()}`, LastName: `Reyes ${world.next()}`, ...more }
  const made = await world.post(`/api/events/${id}/sponsors/0`, sent)
  return { eventId: id, tierId: SponsorshipTierId, id: Number(made.EventSponsorId) }
}

/** Sponsors of events and people that match no contact, as part of RECIPES. */
export const EVENT_SPONSOR_RECIPES: readonly (readonly [string, Recipe])[] = [
  [':personid', (world) => addUnmatchedPerson(world)],
  [
    // Paths without the event: one whose sides are matched, without a role.
    '/sponsor/:eventsponsorid',
    async (world) => {
      const OrganizationContactId = Number(await world.organization())
      const IndividualContactId = Number(await world.person())
      return String((await addEventSponsor(world, { OrganizationContactId, IndividualContactId })).id)
    },
  ],
  [
    ':eventsponsorid',
    {
      save: 'saveEventSponsor',
      id: 'EventSponsorId',
      body: async (world, ids) => {
        const eventId = ids.get('eventid') ?? String(await addEvent(world))
        ids.set('eventid', eventId)
        const SponsorshipTierId = await addTier(world, Number(eventId))
        return { SponsorshipTierId, OrganizationContactId: undefined, IndividualContactId: undefined }
      },
    },
  ],
]

/** Adds sponsors in different states, which lists show. */
export const addEventSponsorRows = async (world: World): Promise<void> => {
  const eventId = await addEvent(world)
  const OrganizationContactId = Number(await world.organization())
  const IndividualContactId = Number(await world.person())
  const matched = { OrganizationContactId, IndividualContactId, SponsorFee: 20 }
  const { id } = await addEventSponsor(world, matched, { eventId })
  await world.post(`/api/events/${eventId}/sponsors/${id}/approve`, { AuditId: 1 })
  await addEventSponsor(world, { SponsorFee: 30 }, { eventId })
}

/** As usedRecords, for the records that sponsors of events use. */
export const usedByEventSponsors = (world: World): UsedRecords => ({
  'event <- sponsor of an event': async () => `/api/events/${(await addEventSponsor(world)).eventId}`,
  'contact <- sponsor of an event': async () => {
    const contactId = Number(await world.person())
    await addEventSponsor(world, { IndividualContactId: contactId })
    return `/api/contacts/${contactId}/1`
  },
  'contact <- sponsor of an event by a business': async () => {
    const contactId = Number(await world.organization())
    await addEventSponsor(world, { OrganizationContactId: contactId })
    return `/api/contacts/${contactId}/1`
  },
})
