import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type EventInvitation, type EventRegistration, type EventRegistrationType, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { invitationEvents } from './invitations.events.ts'
import { invitationDetails } from './invitations.listing.ts'
import { hashOfCode } from './invitations.model.ts'

export const invitationKind: RecordKind<EventInvitation> = {
  entity: 'eventinvitation',
  noun: 'invitation',
  table: 'event_invitation',
  columns: { type_id: 'EventRegistrationTypeId', is_mail_due: null },
  events: invitationEvents,
  find: (tx, { tenantId, id }) =>
    tx.eventInvitation.findFirst({ where: { tenantId, id, contact: { deletedAt: null } } }),
}

/** Returns the kind of the invitations to one event: another event has none of them. */
export const invitationKindOf = (eventId: number): RecordKind<EventInvitation> => ({
  ...invitationKind,
  find: (tx, { tenantId, id }) =>
    tx.eventInvitation.findFirst({ where: { tenantId, id, eventId, contact: { deletedAt: null } } }),
})

/**
 * Returns an invitation in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readInvitation = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, invitationDetails(scope), id, 'invitation')

/** Returns an invitation to an event. @throws 404. */
export const readInvitationOf = async (scope: Scope, eventId: number, id: number): Promise<VersionedRow> => {
  await getRecord(scope, invitationKindOf(eventId), id)
  return readInvitation(scope, id)
}

/** @throws 404 if the event does not exist. */
export const requireEvent = async ({ db: { prisma, tenantId } }: Scope, id: number): Promise<void> => {
  if (!(await prisma.event.findFirst({ where: { tenantId, id }, select: { id: true } }))) throw notFound('event')
}

/** Finds the invitation of a code; null for a code that is not valid, and for the invitation of a deleted contact. */
export const findInvitationByCode = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  eventId: number,
  code: string,
): Promise<EventInvitation | null> => {
  const codeHash = hashOfCode(tenantId, code)
  const where = { tenantId, eventId, contact: { deletedAt: null } }
  return codeHash === null ? null : tx.eventInvitation.findFirst({ where: { ...where, codeHash } })
}

/**
 * Finds a registration of another order for a type for invited people, by an invitation: at most one row. Carts whose time has
 * run out do not count.
 */
const invitedElsewhereSql = (
  { tenantId, eventId, id }: Pick<EventInvitation, 'tenantId' | 'eventId' | 'id'>,
  orderId: number,
  now: Date,
): Sql => Prisma.sql`
  SELECT r.id FROM event_order o
  JOIN event_registration r ON r.tenant_id = o.tenant_id AND r.event_id = o.event_id AND r.order_id = o.id
  JOIN event_registration_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id AND t.is_for_invited
  WHERE o.tenant_id = ${tenantId}::int AND o.event_id = ${eventId}::int AND o.invitation_id = ${id}::int
    AND o.id <> ${orderId}::bigint AND r.sponsor_id IS NULL AND r.exhibitor_id IS NULL AND r.seats > 0
    AND (r.status_id IN (1, 2, 3, 4, 5, 6, 7) OR (r.status_id IN (11, 14) AND coalesce(r.held_until > ${now}::timestamptz, true)))
  LIMIT 1`

/** Returns whether an invitation permits a registration type: those for invited people need one. */
export const isPermitted = (
  { id, isForInvited }: Pick<EventRegistrationType, 'id' | 'isForInvited'>,
  invitation: Pick<EventInvitation, 'typeId'> | null,
): boolean => !isForInvited || (invitation !== null && (invitation.typeId === null || invitation.typeId === id))

/** Returns whether another order than the one with an id has used an invitation. */
export const isUsedElsewhere = async (
  { clock }: Scope,
  tx: Transaction,
  invitation: EventInvitation,
  orderId: number,
): Promise<boolean> => (await tx.rows(invitedElsewhereSql(invitation, orderId, clock.now()))).length > 0

/** A registration of a type for invited people, and the contact that is to have it. */
interface InvitedRegistration {
  registration: Pick<EventRegistration, 'tenantId' | 'eventId' | 'orderId' | 'typeId'>
  contactId: number
}

/** Returns whether a contact has an invitation to the type of a registration that no other order has used. */
export const isInvitedTo = async (
  scope: Scope,
  tx: Transaction,
  { registration: { tenantId, eventId, orderId, typeId }, contactId }: InvitedRegistration,
): Promise<boolean> => {
  const invitation = await tx.eventInvitation.findFirst({ where: { tenantId, eventId, contactId } })
  if (!invitation || !isPermitted({ id: typeId, isForInvited: true }, invitation)) return false
  return !(await isUsedElsewhere(scope, tx, invitation, orderId))
}
