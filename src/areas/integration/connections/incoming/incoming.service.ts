import {
  markSynchronized,
  type PreparedContact,
  prepareSynchronizedContact,
  saveSynchronizedContact,
  type WantedContact,
} from '#areas/people/contacts/synchronized/synchronized-contacts.service'
import { type LostValue, planSharedValues } from '#areas/people/custom-fields/shared-values/shared-values.service'
import { saveSynchronizedMemberships } from '#areas/people/memberships/synchronized/synchronized-memberships.service'
import { Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { connectionKind, type MappedConnection } from '../connections.queries.ts'
import type { Gap } from '../gaps/gaps.model.ts'
import { addGapsSql } from '../gaps/gaps.sql.ts'
import { feedOf, fieldsOf, partsOf } from '../mappings/mappings.model.ts'
import type { VersionedState } from '../states/states.model.ts'
import {
  addReceivedSql,
  findReceivedSql,
  lockReceivedSql,
  type ReceivedContact,
  synchronizingSql,
} from './incoming.sql.ts'
import { applyRoles } from './received-roles.service.ts'
import { lockRunning, type Origin } from './running-connections.service.ts'

/** The result of one state: `stopped` if the connection is disabled or deleted, or was when the message was sent. */
type Applied = 'applied' | 'stopped' | 'left-out'

const MAX_ATTEMPTS = 5

/**
 * Gives a contact the state of its source, in one transaction, under a share lock on the connection: a request that
 * disables it waits for this transaction, or comes first. A state that is not newer than the last one changes nothing.
 *
 * @throws a Problem if the state does not meet a rule of this tenant.
 */
export const applyState = async (scope: Scope, origin: Origin, state: VersionedState): Promise<Applied> => {
  for (let attempt = 1; ; attempt++) {
    const key = { tenantId: scope.db.tenantId, id: origin.connectionId }
    const connection = await connectionKind.find(scope.db.prisma, key, scope)
    if (!connection) return 'stopped'
    const prepared = await prepare(scope, connection, state)
    try {
      return await scope.db.transaction((tx) => applyPrepared(scope, tx, { connection, origin, state, prepared }))
    } catch (error) {
      const isStale = error instanceof Problem && error.code === 'stale-audit-id'
      if (!isStale || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

/** A save of a contact, and what of its state has no counterpart here. */
interface Prepared {
  contact: PreparedContact
  gaps: readonly Gap[]
}

const prepare = async (scope: Scope, connection: MappedConnection, state: VersionedState): Promise<Prepared> => {
  const [link] = await scope.db.rows<ReceivedContact>(
    findReceivedSql(scope.db.tenantId, connection.id, state.contactId),
  )
  const lost: LostValue[] = []
  const wanted = state.isActive ? wantedContact(scope, connection, state, lost) : null
  const contact = await prepareSynchronizedContact(scope, link?.contactId ?? null, wanted)
  return { contact, gaps: lost.map(gapOfValue) }
}

const gapOfValue = ({ fieldId, choice }: LostValue): Gap => ({
  kind: choice === null ? 'value' : 'choice',
  targetId: fieldId,
  value: choice ?? '',
})

/**
 * Returns the part of a contact that the mapping names. What it does not name is not applied, whatever the source
 * sends.
 *
 * @param lost gets the values that a field rejects.
 */
const wantedContact = (
  scope: Scope,
  { mapping }: MappedConnection,
  state: VersionedState,
  lost: LostValue[],
): WantedContact => {
  const { systemTypeId, names, infos, addresses, values } = state
  const parts = partsOf(mapping, systemTypeId)
  const wanted = fieldsOf(mapping, systemTypeId).flatMap(({ sourceId, targetId }) => {
    const sent = (values ?? []).find(({ fieldId }) => fieldId === sourceId)
    return sent ? [{ ...sent, fieldId: targetId }] : []
  })
  return {
    systemTypeId,
    parts: {
      names: parts.names ? names : null,
      infos: parts.infos ? infos : null,
      addresses: parts.addresses ? addresses : null,
    },
    planValues: async (contactId) => {
      const planned = await planSharedValues(scope, { contactId, systemTypeId }, wanted)
      lost.push(...planned.lost)
      return planned.plan
    },
  }
}

interface Application {
  connection: MappedConnection
  origin: Origin
  state: VersionedState
  prepared: Prepared
}

const applyPrepared = async (
  scope: Scope,
  tx: Transaction,
  { connection: { auditId }, origin, state, prepared }: Application,
): Promise<Applied> => {
  const { tenantId } = scope.db
  const { connectionId } = origin
  const connection = await lockRunning(scope, tx, origin)
  if (!connection) return 'stopped'
  await tx.rows(addReceivedSql(tenantId, connectionId, state.contactId))
  const [link] = await tx.rows<ReceivedContact>(lockReceivedSql(tenantId, connectionId, state.contactId))
  if (!link || link.version >= state.version) return 'applied'
  if (link.contactId !== prepared.contact.contactId || connection.auditId !== auditId) throw stale()
  await tx.rows(synchronizingSql(connectionId))
  const contactId = await saveSynchronizedContact(scope, tx, prepared.contact)
  const lacking = contactId === null ? [] : await applyToContact(scope, tx, connection, state, contactId)
  const holder = { connectionId, sourceContactId: state.contactId, contactId }
  const untyped = await applyRoles(scope, tx, holder, state.isActive ? state.roles : [])
  const gaps = contactId === null ? [] : [...prepared.gaps, ...lacking, ...untyped]
  if (gaps.length > 0) await tx.rows(addGapsSql(tenantId, connectionId, gaps))
  const isActive = state.isActive && contactId !== null
  await tx.connectionReceivedContact.updateMany({
    where: { tenantId, connectionId, sourceContactId: state.contactId },
    data: { version: state.version, contactId, isActive, isIncomplete: gaps.length > 0 },
  })
  return contactId === null && state.isActive ? 'left-out' : 'applied'
}

/** Returns the problem of a contact or mapping that changed since it was read: the state is prepared again. */
const stale = () => new Problem(409, 'stale-audit-id', 'The contact or the connection has changed since it was read.')

/**
 * Marks the contact as read-only or as one of this tenant, and applies its memberships. These stay read-only when the contact
 * is no longer synchronized: only the source can renew them.
 *
 * @returns the types and levels that are not active here.
 */
const applyToContact = async (
  scope: Scope,
  tx: Transaction,
  { id: connectionId, mapping, otherKey: key, otherName: name }: MappedConnection,
  state: VersionedState,
  contactId: number,
): Promise<Gap[]> => {
  const source = state.isActive && !state.isEditable ? { connectionId, key, name } : null
  await markSynchronized(scope, tx, contactId, source)
  if (!mapping.memberships || state.memberships === null) return []
  const wanted = state.memberships.flatMap((membership) => {
    const feed = feedOf(mapping, membership)
    return feed ? [{ ...membership, typeId: feed.targetTypeId, levelId: feed.targetLevelId }] : []
  })
  const first = wanted.filter((one, at) => wanted.findIndex(({ typeId }) => typeId === one.typeId) === at)
  const { typeIds, levelIds } = await saveSynchronizedMemberships(scope, tx, { connectionId, contactId }, first)
  return [
    ...typeIds.map((targetId): Gap => ({ kind: 'type', targetId, value: '' })),
    ...levelIds.map((targetId): Gap => ({ kind: 'level', targetId, value: '' })),
  ]
}
