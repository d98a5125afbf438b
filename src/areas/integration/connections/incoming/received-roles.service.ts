import type { SharedRole } from '#areas/people/contacts/synchronized/synchronized.queries'
import { saveSynchronizedRoles } from '#areas/people/contacts/synchronized/synchronized-roles.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Gap } from '../gaps/gaps.model.ts'
import { addGapsSql } from '../gaps/gaps.sql.ts'
import {
  arrivedRolesSql,
  lockReceivedSql,
  type ReceivedContact,
  storeRolesSql,
  synchronizingSql,
  waitingHoldersSql,
} from './incoming.sql.ts'
import { lockRunning, type Origin } from './running-connections.service.ts'

/** A contact of the source and the one here; null without one. */
interface Holder {
  connectionId: number
  sourceContactId: number
  contactId: number | null
}

/**
 * Gives a contact the roles of its source. They are stored, because an organization can arrive later than the role; then
 * applyWaitingRoles adds it.
 *
 * @returns the types of roles that do not exist here.
 */
export const applyRoles = async (
  scope: Scope,
  tx: Transaction,
  holder: Holder,
  roles: readonly SharedRole[],
): Promise<Gap[]> => {
  const { connectionId, sourceContactId, contactId } = holder
  const stored = contactId === null ? [] : roles
  await tx.rows(storeRolesSql(scope.db.tenantId, connectionId, sourceContactId, stored))
  return saveArrived(scope, tx, holder)
}

const saveArrived = async (
  scope: Scope,
  tx: Transaction,
  { connectionId, sourceContactId, contactId }: Holder,
): Promise<Gap[]> => {
  if (contactId === null) return []
  const roles = await tx.rows<SharedRole>(arrivedRolesSql(scope.db.tenantId, connectionId, sourceContactId))
  const unknown = await saveSynchronizedRoles(scope, tx, { connectionId, contactId }, roles)
  return unknown.map((value) => ({ kind: 'role', targetId: 0, value }))
}

/**
 * Adds the roles that waited for an organization, each contact in its own transaction. It can be killed at any point: what is still
 * waiting is found again when the message is repeated.
 *
 * @param organizationId its id at the source. @returns whether all were added; false if the connection is stopped.
 */
export const applyWaitingRoles = async (scope: Scope, origin: Origin, organizationId: number): Promise<boolean> => {
  const { connectionId } = origin
  const sql = waitingHoldersSql(scope.db.tenantId, connectionId, organizationId)
  for (const { id } of await scope.db.rows<{ id: number }>(sql)) {
    const isApplied = await scope.db.transaction((tx) => applyWaiting(scope, tx, origin, id))
    if (!isApplied) return false
  }
  return true
}

const applyWaiting = async (
  scope: Scope,
  tx: Transaction,
  origin: Origin,
  sourceContactId: number,
): Promise<boolean> => {
  const { tenantId } = scope.db
  const connection = await lockRunning(scope, tx, origin)
  if (!connection) return false
  const connectionId = connection.id
  const [link] = await tx.rows<ReceivedContact>(lockReceivedSql(tenantId, connectionId, sourceContactId))
  await tx.rows(synchronizingSql(connectionId))
  const gaps = await saveArrived(scope, tx, { connectionId, sourceContactId, contactId: link?.contactId ?? null })
  if (gaps.length === 0) return true
  await tx.rows(addGapsSql(tenantId, connectionId, gaps))
  await tx.connectionReceivedContact.updateMany({
    where: { tenantId, connectionId, sourceContactId },
    data: { isIncomplete: true },
  })
  return true
}
