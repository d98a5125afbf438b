import { eventKind } from '#areas/events/events/events.queries'
import { conflict, ruleRefused } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord, lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import { invitationEvents } from './invitations.events.ts'
import { requireInvitable } from './invitations.model.ts'
import { invitationKind, invitationKindOf, readInvitation } from './invitations.queries.ts'
import { type Candidate, candidatesSql, registeredSql } from './invitations.sql.ts'

/** Records a change of an invitation. @param eventKind if it is not that of the action. */
const recordInvitation = (
  scope: Scope,
  tx: Transaction,
  invitation: EventInvitation,
  action: ChangeAction,
  eventKind?: string,
): Promise<void> => {
  const { eventId, contactId, state } = invitation
  const details = { payload: { eventId, contactId, state }, ...(eventKind && { eventKind }) }
  return recordChange(scope, tx, changeOf(invitationKind, invitation, action, details))
}

/**
 * Declines an invitation. Declining it again has no effect.
 *
 * @returns declined; registered if the contact is registered for the event; missing if the invitation is withdrawn.
 */
export const declineInvitation = async (
  scope: Scope,
  tx: Transaction,
  id: number,
): Promise<'declined' | 'registered' | 'missing'> => {
  const { tenantId } = scope.db
  await lockRows(scope, tx, invitationKind, [id], 'no key update')
  const invitation = await invitationKind.find(tx, { tenantId, id }, scope)
  if (!invitation) return 'missing'
  const { eventId, contactId } = invitation
  const [found] = await tx.rows<{ isRegistered: boolean }>(registeredSql(tenantId, eventId, contactId))
  if (found?.isRegistered) return 'registered'
  if (invitation.state === 'Declined') return 'declined'
  const declined = await tx.eventInvitation.update({
    where: { tenantId_id: { tenantId, id } },
    data: { state: 'Declined', declinedAt: scope.clock.now(), isMailDue: false, ...NEXT_VERSION },
  })
  await recordInvitation(scope, tx, declined, 'updated', invitationEvents.declined)
  return 'declined'
}

/**
 * Marks the invitations of contacts that have just registered for an event, also those that were declined. Lock the event and
 * the contacts before.
 */
export const followRegistration = async (
  scope: Scope,
  tx: Transaction,
  eventId: number,
  contactIds: readonly number[],
): Promise<void> => {
  const { tenantId } = scope.db
  const where = { tenantId, eventId, contactId: { in: [...contactIds] }, state: { not: 'Registered' } }
  const found = await tx.eventInvitation.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } })
  for (const id of await lockRows(
    scope,
    tx,
    invitationKind,
    found.map((one) => one.id),
    'no key update',
  )) {
    const registered = await tx.eventInvitation.update({
      where: { tenantId_id: { tenantId, id } },
      data: { state: 'Registered', declinedAt: null, isMailDue: false, ...NEXT_VERSION },
    })
    await recordInvitation(scope, tx, registered, 'updated', invitationEvents.registered)
  }
}

/** The job that sends the mail of an invitation again. */
export const MAIL_EVENT_INVITATION = 'mail_event_invitation'

/** The invitation of an event that an operation changes. */
interface InvitationPath {
  eventId: number
  invitationId: number
}

/**
 * Requests the mail of an invitation again; a job sends it. A declined invitation becomes open again.
 *
 * @throws 404; 409 stale-audit-id, invitation-registered; 412; 422 event-rule.
 */
export const resendInvitation = (
  scope: Scope,
  { eventId, invitationId }: InvitationPath,
  message: string | null,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const event = await lockRecord(scope, tx, eventKind, eventId, undefined, 'share')
    const invitation = await lockRecord(scope, tx, invitationKindOf(eventId), invitationId, expected, 'no key update')
    requireUnregistered(invitation)
    requireInvitable(event, scope.clock.now())
    await requireAddress(scope, tx, invitation)
    const resent = await tx.eventInvitation.update({
      where: { tenantId_id: { tenantId, id: invitationId } },
      data: { state: 'Invited', declinedAt: null, sentAt: scope.clock.now(), isMailDue: true, ...NEXT_VERSION },
    })
    const job = { tenantId, eventId, invitationId, message }
    const key = `${MAIL_EVENT_INVITATION}:${tenantId}:${invitationId}`
    await enqueueJobs(tx, [{ name: MAIL_EVENT_INVITATION, payload: job, key }])
    await recordInvitation(scope, tx, resent, 'updated', invitationEvents.resent)
    return readInvitation(scope, invitationId, tx)
  })

/**
 * Deletes an invitation. Carts that were filled with its code lose it: the event is locked before, as a save of a cart does.
 *
 * @throws 404; 409 stale-audit-id, invitation-registered; 412.
 */
export const withdrawInvitation = (
  scope: Scope,
  { eventId, invitationId }: InvitationPath,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
    const invitation = await lockRecord(scope, tx, invitationKindOf(eventId), invitationId, expected)
    requireUnregistered(invitation)
    await tx.eventOrder.updateMany({ where: { tenantId, eventId, invitationId }, data: { invitationId: null } })
    await tx.eventInvitation.delete({ where: { tenantId_id: { tenantId, id: invitationId } } })
    await recordInvitation(scope, tx, nextVersionOf(invitation), 'deleted')
  })

/** @throws 409 invitation-registered. */
const requireUnregistered = ({ state }: EventInvitation): void => {
  if (state === 'Registered') throw conflict('invitation-registered', 'The contact has registered for the event.')
}

/** @throws 422 event-rule. */
const requireAddress = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { eventId, contactId }: EventInvitation,
): Promise<void> => {
  const [contact] = await tx.rows<Candidate>(candidatesSql({ tenantId, eventId, contactIds: [contactId] }))
  if (!contact?.emailAddress) throw ruleRefused('event-rule', 'The contact has no email address.', [])
}
