import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { Event } from '#prisma/client'
import { type MailRequest, queueMail } from '#services/mail/queue-mail'

/** A mail with the code of an invitation. */
export interface InvitationMail {
  invitationId: number
  /** The version of the invitation that the mail is for: each has one mail at most. */
  auditId: number
  contactId: number
  code: string
  to: { name: string | null; firstName: string | null; emailAddress: string }
}

/** What the mails of one event have in common. */
export interface InvitationLetter {
  /** The origin of this server for recipients, without a slash at the end. */
  origin: string
  event: Event
  /** Text of the staff. */
  message: string | null
}

/** Queues the mails of invitations. Their text is secret: it is not stored and the API never shows it. */
export const mailInvitations = (
  scope: Scope,
  tx: Transaction,
  letter: InvitationLetter,
  mails: readonly InvitationMail[],
): Promise<void> =>
  queueMail(
    scope,
    tx,
    mails.map((mail) => requestOf(scope, letter, mail)),
  )

const requestOf = (
  { tenant }: Scope,
  { origin, event, message }: InvitationLetter,
  { invitationId, auditId, contactId, code, to }: InvitationMail,
): MailRequest => {
  const page = `${origin}/events/${tenant.key}/${event.id}`
  return {
    key: `event-invitation:${invitationId}:${auditId}`,
    templateKey: 'event-invitation',
    to: { address: to.emailAddress, name: to.name, contactId },
    data: {
      contact: { ...(to.name && { name: to.name }), ...(to.firstName && { first_name: to.firstName }) },
      event: {
        name: event.name,
        starts_on: dayIn(event.timeZone, event.startsAt),
        ...(event.location && { location: event.location }),
      },
      invitation: { url: `${page}?contact=${code}`, decline_url: `${page}/decline?contact=${code}` },
      ...(message && { message }),
    },
  }
}
