import { expect } from 'vitest'
import { invitationTasks } from '#areas/events/invitations/invitations.job'
import { MAIL_EVENT_INVITATION } from '#areas/events/invitations/invitations.service'
import { INVITE_CONTACTS } from '#areas/events/invitations/runs/runs.service'
import type { TestAppOptions } from '../build-app.ts'
import { ORIGIN } from '../jobs/run-jobs.ts'
import type { Json } from '../people/contact-parts.ts'
import { openRegistrations, type RegistrationsBench } from './registrations.ts'

/** A person with an email address, and an invitation with its code. */
export interface Invited {
  contactId: number
  address: string
  invitationId: number
  code: string
}

/** Requests about the invitations to events. */
export interface InvitationsBench extends RegistrationsBench {
  /** A person with an email address. */
  reachable(): Promise<{ contactId: number; address: string }>
  /** Runs the job of a response that started one. */
  run(eventId: number, jobId: unknown): Promise<void>
  progress(eventId: number, jobId: unknown): Promise<Json>
  /** Sends an invitation again, as its job does. */
  mailAgain(eventId: number, invitationId: number): Promise<void>
  /** Invites contacts, and runs the job. Returns its id. */
  invite(eventId: number, body: object): Promise<string>
  /** Invites a new person with an email address. @param contactId of an existing contact with an address, instead. */
  invited(eventId: number, more?: object, contactId?: number): Promise<Invited>
  invitations(eventId: number, query?: string): Promise<Json[]>
  invitation(eventId: number, id: number): Promise<Json>
  /** The codes of the waiting mails to a contact, the first one first. */
  codes(contactId: number): Promise<string[]>
}

export const openInvitations = async (now: () => Date, options: TestAppOptions = {}): Promise<InvitationsBench> => {
  const bench = await openRegistrations(now, options)
  const { mine, server } = bench
  let made = 0
  const task = async (name: string, payload: object) =>
    invitationTasks(ORIGIN)[name]?.(
      { database: server.database, clock: { now }, log: server.app.log },
      { tenantId: mine.tenant.id, ...payload },
    )
  const run: InvitationsBench['run'] = async (eventId, runId) => {
    await task(INVITE_CONTACTS, { eventId, runId })
  }
  const invite: InvitationsBench['invite'] = async (eventId, body) => {
    const { JobId } = (await bench.good('inviteContacts', mine.post(`/api/events/${eventId}/invitations`, body))).body
    await run(eventId, JobId)
    return String(JobId)
  }
  const reachable: InvitationsBench['reachable'] = async () => {
    const contactId = await bench.person()
    const address = `guest${++made}@guests.example`
    const sent = { Kind: 'email', EmailAddress: address }
    expect((await mine.post(`/api/contacts/${contactId}/emails/0`, sent)).statusCode).toBe(200)
    return { contactId, address }
  }
  const invitations: InvitationsBench['invitations'] = async (eventId, query = '') =>
    (await bench.good('listEventInvitations', mine.get(`/api/events/${eventId}/invitations${query}`))).body
      .Results as Json[]
  const codes: InvitationsBench['codes'] = async (contactId) => {
    const mails = await server.database.system.mailMessage.findMany({
      where: { tenantId: mine.tenant.id, contactId, templateKey: 'event-invitation' },
      orderBy: { id: 'asc' },
    })
    return mails.map(({ data }) => {
      const { invitation } = data as { invitation: { url: string } }
      return new URL(invitation.url).searchParams.get('contact') ?? ''
    })
  }
  return {
    ...bench,
    run,
    invite,
    reachable,
    invitations,
    codes,
    progress: async (eventId, jobId) =>
      (await bench.good('getInvitationRun', mine.get(`/api/events/${eventId}/invitations/runs/${jobId}`))).body,
    mailAgain: async (eventId, invitationId) => {
      await task(MAIL_EVENT_INVITATION, { eventId, invitationId, message: null })
    },
    invited: async (eventId, more = {}, contactId) => {
      const person = contactId === undefined ? await reachable() : { contactId, address: '' }
      await invite(eventId, { ContactIds: [person.contactId], ...more })
      const [row] = await invitations(eventId, `?Filter=ContactId eq ${person.contactId}`)
      const [code = ''] = await codes(person.contactId)
      return { ...person, invitationId: Number(row?.EventInvitationId), code }
    },
    invitation: async (eventId, id) =>
      (await bench.good('getEventInvitation', mine.get(`/api/events/${eventId}/invitations/${id}`))).body,
  }
}
