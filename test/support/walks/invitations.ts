import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import { runJobs } from '../jobs/run-jobs.ts'
import type { World } from './world.ts'

/** Publishes the event, so that people can be invited to it. */
export const publishEvent = async (world: World, eventId: number): Promise<void> => {
  const { AuditId, Status } = await world.get(`/api/events/${eventId}`)
  if (Status === 'Published') return
  await world.post(`/api/events/${eventId}`, { AuditId: Number(AuditId), Status: 'Published' })
}

/** Invites contacts to an event by a job. Returns its id. */
export const addInvitationRun = async (
  world: World,
  eventId: number,
  ContactIds: readonly number[],
): Promise<string> => {
  await publishEvent(world, eventId)
  const { JobId } = await world.post(`/api/events/${eventId}/invitations`, { ContactIds })
  await runJobs(world.server, INVITE_CONTACTS)
  return String(JobId)
}

/** Invites a contact, by default a new one, to an event. Returns the row. */
export const addInvitation = async (world: World, eventId: number, contactId?: number) => {
  const invited = contactId ?? Number(await world.person())
  await addInvitationRun(world, eventId, [invited])
  const { Results } = await world.get(`/api/events/${eventId}/invitations?Filter=ContactId eq ${invited}`)
  const [row = {}] = Results as Record<string, unknown>[]
  return row
}
