import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventInvitation } from '#prisma/client'
import { hashOfCode } from './codes.model.ts'
import { invitationEvents } from './invitations.events.ts'
import { invitationDetails } from './invitations.listing.ts'

export const invitationKind: RecordKind<EventInvitation> = {
  entity: 'eventinvitation',
  noun: 'invitation',
  table: 'event_invitation',
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

/** The same for an invitation to an event. @throws 404. */
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
