import { document, list } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addEvent } from '#test/support/walks/events'
import { COMMAND } from '#test/support/walks/growing'
import { addInvitation, addInvitationRun, publishEvent } from '#test/support/walks/invitations'
import { createPerson } from '#test/support/walks/lists/listed'
import { KEPT } from '#test/support/walks/no-uses'
import type { Ids, World } from '#test/support/walks/world'

/** An invitation to a new event. @param change of its row, by which it gets another state. */
const invitation =
  (change?: object, event: object = {}) =>
  async (world: World) => {
    const eventId = await addEvent(world)
    const contactId = Number(await world.person())
    const id = Number((await addInvitation(world, eventId, contactId)).EventInvitationId)
    const where = { tenantId: world.caller.tenant.id, id }
    if (change) await world.server.database.system.eventInvitation.updateMany({ where, data: change })
    if (Object.keys(event).length > 0) await world.post(`/api/events/${eventId}`, { AuditId: 2, ...event })
    return { ids: { eventId, id } }
  }

const invitedContact = async (world: World) => ({ ContactIds: [Number(await world.person())] })

/** Invitations to an event: an open one for all types, and a declined one for one type. */
const addInvitedRows = async (world: World): Promise<void> => {
  const RegistrationTypes = [{ Name: 'Guest of honor', IsInvitationOnly: true }]
  const eventId = await addEvent(world, { RegistrationTypes, Status: 'Published' })
  await addInvitation(world, eventId)
  const { system } = world.server.database
  const { EventInvitationId } = await addInvitation(world, eventId)
  const tenantId = world.caller.tenant.id
  const at = new Date('2026-03-01T10:00:00Z')
  const type = await system.eventRegistrationType.findFirstOrThrow({ where: { tenantId, eventId } })
  const data = { state: 'Declined', declinedAt: at, sentAt: at, typeId: type.id, auditId: 2 }
  await system.eventInvitation.updateMany({ where: { tenantId, id: Number(EventInvitationId) }, data })
}

export const walks: AreaWalks = {
  tables: {
    invitationrunid: 'event_invitation_run',
    invitationid: 'event_invitation',
  },
  recipes: [
    [
      ':invitationid',
      async (world: World, ids: Ids) =>
        String((await addInvitation(world, Number(ids.get('eventid')))).EventInvitationId),
    ],
    [
      ':invitationrunid',
      async (world: World, ids: Ids) =>
        addInvitationRun(world, Number(ids.get('eventid')), [Number(await world.person())]),
    ],
  ],
  before: {
    inviteContacts: (world: World, ids: Ids) => publishEvent(world, Number(ids.get('eventid'))),
    previewInvitations: (world: World, ids: Ids) => publishEvent(world, Number(ids.get('eventid'))),
  },
  bodies: {
    inviteContacts: invitedContact,
    previewInvitations: invitedContact,
  },
  lists: {
    listEventInvitations: {
      order: 'name',
      create: async (label, ids, world) => {
        const ContactList = [{ Kind: 'email', Id: 0, Value: `${label}@walk.example`, TypeId: 1, IsPrimary: true }]
        const contactId = await createPerson(world, label, { ContactList })
        await addInvitationRun(world, Number(ids.get('eventid')), [contactId])
      },
    },
  },
  rows: addInvitedRows,
  parents: {
    listEventInvitations: 'SELECT event_id AS id FROM event_invitation',
  },
  actions: [
    {
      name: 'invitation to an event',
      shapes: ['EventInvitation'],
      area: 'events',
      reads: [
        document('getEventInvitation', (ids) => `/api/events/${ids.eventId}/invitations/${ids.id}`),
        list('listEventInvitations', (ids) => `/api/events/${ids.eventId}/invitations`, 'EventInvitationId', 'id'),
      ],
      states: {
        open: invitation(),
        declined: invitation({ state: 'Declined', declinedAt: new Date() }),
        registered: invitation({ state: 'Registered' }),
        'of a cancelled event': invitation(undefined, { Status: 'Cancelled' }),
      },
      actions: {
        view: (ids) => ({ method: 'GET', url: `/api/events/${ids.eventId}/invitations/${ids.id}` }),
        resend: (ids) => ({ method: 'POST', url: `/api/events/${ids.eventId}/invitations/${ids.id}/resend`, body: {} }),
        delete: (ids) => ({ method: 'DELETE', url: `/api/events/${ids.eventId}/invitations/${ids.id}` }),
      },
    },
  ],
  noUses: {
    'event_invitation -> contact': KEPT,
  },
  bounds: {
    'inviteContacts ContactIds': COMMAND,
    'previewInvitations ContactIds': COMMAND,
  },
  otherDeletions: {
    withdrawInvitation: 'clears the reference of carts',
  },
}
