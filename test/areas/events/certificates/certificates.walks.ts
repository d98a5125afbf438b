import type { AreaWalks } from '#test/support/walks/area-walks'
import { ATTENDED, addCertificate, COURSE, startEvent } from '#test/support/walks/events'
import { fill, type Ids, type World } from '#test/support/walks/world'

/** Makes the event of the path one with certificates that has started. */
const startCourse = async (world: World, ids: Ids): Promise<void> => {
  const where = { tenantId: world.caller.tenant.id, id: Number(ids.get('eventid')) }
  await startEvent(world, ids)
  await world.server.database.system.event.updateMany({ where, data: { hasCertificates: true } })
}

/** Makes the registration of the path one that attended an event with certificates. */
const attendCourse = async (world: World, ids: Ids): Promise<void> => {
  const { server, caller } = world
  const event = { tenantId: caller.tenant.id, id: Number(ids.get('eventid')) }
  const registration = { ...event, id: Number(ids.get('registrationid')) }
  await startCourse(world, ids)
  await server.database.system.eventRegistration.updateMany({ where: registration, data: { statusId: ATTENDED } })
}

const issueCertificate = async (world: World, url: string) => {
  const ids = await world.idsFor(url)
  await attendCourse(world, ids)
  return { url: fill(url, ids), id: Number((await world.post(fill(url, ids))).EventCertificateId) }
}

export const walks: AreaWalks = {
  before: {
    issueEventCertificate: attendCourse,
    issueEventCertificates: startCourse,
  },
  lists: {
    listEventCertificates: {
      order: 'newest',
      create: async (label, ids, world) => {
        const eventId = Number(ids.get('eventid'))
        const { AuditId } = await world.get(`/api/events/${eventId}`)
        await world.post(`/api/events/${eventId}`, { AuditId, ...COURSE })
        await addCertificate(world, eventId, { lastName: label })
      },
    },
  },
  parents: {
    listEventCertificates: 'SELECT event_id AS id FROM event_certificate',
  },
  delivered: {
    eventcertificate: { create: issueCertificate },
  },
}
