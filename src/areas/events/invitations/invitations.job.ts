import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { lockRecordIfPresent, lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import { newInvitationCode } from './invitations.model.ts'
import { invitationKindOf } from './invitations.queries.ts'
import { MAIL_EVENT_INVITATION } from './invitations.service.ts'
import { type Candidate, candidatesSql } from './invitations.sql.ts'
import { mailInvitations } from './mails.service.ts'
import { inviteContacts } from './runs/runs.job.ts'
import { INVITE_CONTACTS } from './runs/runs.service.ts'

interface MailAgain {
  tenantId: number
  eventId: number
  invitationId: number
  message: string | null
}

/** Returns the jobs of invitations. @param origin of this server for recipients, without a slash at the end. */
export const invitationTasks = (origin: string): Record<string, Task> => ({
  [INVITE_CONTACTS]: inviteContacts(origin),
  [MAIL_EVENT_INVITATION]: async (context, payload) => {
    const request = payload as MailAgain
    const scope = await systemScope(context, request.tenantId)
    await scope.db.transaction((tx) => mailAgain(scope, tx, origin, request))
  },
})

/** Sends the mail of an invitation with a new code, if it is still due. A repeated job sends none. */
const mailAgain = async (
  scope: Scope,
  tx: Transaction,
  origin: string,
  { tenantId, eventId, invitationId, message }: MailAgain,
): Promise<void> => {
  await lockRows(scope, tx, { table: 'event' }, [eventId], 'share')
  const invitation = await lockRecordIfPresent(scope, tx, invitationKindOf(eventId), invitationId, 'no key update')
  const event = await tx.event.findFirst({ where: { tenantId, id: eventId } })
  if (!invitation?.isMailDue || !event) return
  const { code, codeHash } = newInvitationCode(tenantId)
  await tx.eventInvitation.update({
    where: { tenantId_id: { tenantId, id: invitationId } },
    data: { codeHash, isMailDue: false },
  })
  const to = await addressOf(tx, invitation)
  const { auditId, contactId } = invitation
  if (to) await mailInvitations(scope, tx, { origin, event, message }, [{ invitationId, auditId, contactId, code, to }])
}

/** Returns the address; null if it was removed after the request. */
const addressOf = async (tx: Transaction, { tenantId, eventId, contactId }: EventInvitation) => {
  const [found] = await tx.rows<Candidate>(candidatesSql({ tenantId, eventId, contactIds: [contactId] }))
  const { name = null, firstName = null, emailAddress = null } = found ?? {}
  return emailAddress === null ? null : { name, firstName, emailAddress }
}
