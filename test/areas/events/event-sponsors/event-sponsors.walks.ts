import { document, list, type OfferedIds } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addEventSponsor, addTier } from '#test/support/walks/event-sponsors'
import { addEvent } from '#test/support/walks/events'
import { COMMAND, IGNORED } from '#test/support/walks/growing'
import { type Listed, sharedRecord } from '#test/support/walks/lists/listed'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

const sponsor = (ids: OfferedIds, verb = '') => `/api/events/${ids.event}/sponsors/${ids.id}${verb && `/${verb}`}`

/** A sponsor of a new event. @param verb the operation that gives it another status. */
const sponsoring = (verb?: string) => async (world: World) => {
  const { eventId: event, id } = await addEventSponsor(world)
  if (verb) await world.post(sponsor({ event, id }, verb), { AuditId: 1 })
  return { ids: { event, id } }
}

/** A declined sponsor whose position another one has. */
const declinedOfFullTier = async (world: World) => {
  const { eventId: event, tierId, id } = await addEventSponsor(world, {}, { tier: { maxQuantity: 1 } })
  await world.post(sponsor({ event, id }, 'decline'), { AuditId: 1 })
  await world.post(sponsor({ event, id: 0 }), { SponsorshipTierId: tierId, SponsorName: 'Zenith' })
  return { ids: { event, id } }
}

/** Adds sponsors in different states, which lists show. */
const addEventSponsorRows = async (world: World): Promise<void> => {
  const eventId = await addEvent(world)
  const OrganizationContactId = Number(await world.organization())
  const IndividualContactId = Number(await world.person())
  const matched = { OrganizationContactId, IndividualContactId, SponsorFee: 20 }
  const { id } = await addEventSponsor(world, matched, { eventId })
  await world.post(`/api/events/${eventId}/sponsors/${id}/approve`, { AuditId: 1 })
  await addEventSponsor(world, { SponsorFee: 30 }, { eventId })
}

/** As usedRecords, for the records that sponsors of events use. */
const usedByEventSponsors = (world: World): UsedRecords => ({
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

const sponsored: Listed = {
  order: 'newest',
  create: async (label, ids, world) => {
    const eventId = Number(ids.get('eventid') ?? (await sharedRecord(world, 'eventid')))
    await addEventSponsor(world, { SponsorName: label }, { eventId })
  },
}

export const walks: AreaWalks = {
  recipes: [
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
  ],
  lists: {
    listAllEventSponsors: sponsored,
    listEventSponsors: sponsored,
  },
  rows: addEventSponsorRows,
  parents: {
    listEventSponsors: 'SELECT event_id AS id FROM event_sponsor WHERE status_id > 0',
  },
  actions: [
    {
      name: 'sponsor of an event',
      shapes: ['EventSponsorDetails', 'EventSponsorListItem'],
      area: 'event-sponsors',
      reads: [
        document('getEventSponsor', (ids) => sponsor(ids)),
        list(
          'listEventSponsors',
          (ids) => `/api/events/${ids.event}/sponsors?Filter=EventSponsorId eq ${ids.id}`,
          ...(['EventSponsorId', 'id'] as const),
        ),
        list(
          'listAllEventSponsors',
          (ids) => `/api/events/sponsors?Filter=EventSponsorId eq ${ids.id}`,
          ...(['EventSponsorId', 'id'] as const),
        ),
      ],
      states: {
        pending: sponsoring(),
        approved: sponsoring('approve'),
        declined: sponsoring('decline'),
        'not attending': sponsoring('notattending'),
        cancelled: sponsoring('cancel'),
        'declined, of a full tier': declinedOfFullTier,
      },
      actions: {
        edit: (ids) => ({ method: 'POST', url: sponsor(ids), body: { Phone: '+1 555 0140' }, version: 'AuditId' }),
        approve: (ids) => ({ method: 'POST', url: sponsor(ids, 'approve'), version: 'AuditId' }),
        decline: (ids) => ({ method: 'POST', url: sponsor(ids, 'decline'), version: 'AuditId' }),
        markNotAttending: (ids) => ({ method: 'POST', url: sponsor(ids, 'notattending'), version: 'AuditId' }),
        cancel: (ids) => ({ method: 'POST', url: sponsor(ids, 'cancel'), version: 'AuditId' }),
      },
    },
  ],
  uses: usedByEventSponsors,
  noUses: {
    'event_sponsor -> benefit_package': 'the grant of the contact is the use',
  },
  bounds: {
    'saveBusinessMatch PotentialOrgMatches': IGNORED,
    'saveIndividualMatch PotentialMatches': IGNORED,
    'saveIndividualMatch PotentialOrgMatches': IGNORED,
    'saveNameFix PotentialOrgMatches': IGNORED,
    'saveNameFix PotentialRecordUpdates': COMMAND,
  },
}
