import { addEvent } from './events.ts'
import type { Body } from './recipes.ts'
import type { World } from './world.ts'

/** Adds a tier to an event. */
export const addTier = async (world: World, eventId: number, more: object = {}): Promise<number> => {
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
