import type { ContactRecords } from '#areas/people/contacts/records/records.model'
import { readRecords } from '#areas/people/contacts/records/records.queries'
import { type PreparedSave, prepareSave, runSave } from '#areas/people/contacts/records/records.service'
import { saveSynchronizedMemberships } from '#areas/people/memberships/synchronized/synchronized-memberships.service'
import { Problem } from '#kernel/errors/problem'
import { lockRecordIfPresent } from '#kernel/records/lock'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { connectionKind, type MappedConnection } from '../connections.queries.ts'
import { feedOf, partsOf } from '../mappings/mappings.model.ts'
import type { VersionedState } from '../states/states.model.ts'
import { addReceivedSql, lockReceivedSql, type ReceivedContact, synchronizingSql } from './incoming.sql.ts'
import { planWantedContact } from './wanted-contact.service.ts'

/** The result of one state: `stopped` if the connection is disabled or deleted. */
export type Applied = 'applied' | 'stopped' | 'left-out'

const MAX_ATTEMPTS = 5

/**
 * Gives a contact the state of its source, in one transaction, under a lock that waits for the connection to be disabled
 * or disables it after. A state that is not newer than the last one changes nothing.
 *
 * @throws a Problem if the state does not meet a rule of this tenant.
 */
export const applyState = async (
  scope: Scope,
  connection: MappedConnection,
  state: VersionedState,
): Promise<Applied> => {
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepare(scope, connection, state)
    try {
      return await scope.db.transaction((tx) => applyPrepared(scope, tx, connection.id, state, prepared))
    } catch (error) {
      // The contact changed since it was read.
      const isStale = error instanceof Problem && error.code === 'stale-audit-id'
      if (!isStale || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

interface Prepared {
  save: PreparedSave | null
  /** The contact that the save is prepared for; null: a new one. */
  contactId: number | null
}

/** Prepares the save of the contact, because ids are taken outside of the transaction. */
const prepare = async (scope: Scope, { id, mapping }: MappedConnection, state: VersionedState): Promise<Prepared> => {
  const { tenantId } = scope.db
  const where = { tenantId, connectionId: id, sourceContactId: state.contactId }
  const link = await scope.db.prisma.connectionReceivedContact.findFirst({ where })
  const [found] = link?.contactId ? await readRecords(scope.db, scope, [link.contactId]) : []
  const before = found?.isDeleted ? undefined : found
  if (!state.isActive || (!before && !canCreate(state))) return { save: null, contactId: before?.id ?? null }
  return { save: await prepareContact(scope, mapping, state, before), contactId: before?.id ?? null }
}

/** A contact needs a name. */
const canCreate = ({ names }: VersionedState): boolean =>
  names !== null && [names.first_name, names.last_name, names.organization_name].some((name) => name !== null)

const prepareContact = async (
  scope: Scope,
  mapping: MappedConnection['mapping'],
  state: VersionedState,
  before: ContactRecords | undefined,
): Promise<PreparedSave> => {
  const { systemTypeId } = state
  const parts = partsOf(mapping, systemTypeId)
  // What the mapping no longer names is not applied, whatever the source sends.
  const named: VersionedState = {
    ...state,
    names: parts.names ? state.names : null,
    infos: parts.infos ? state.infos : null,
    addresses: parts.addresses ? state.addresses : null,
    values: parts.customFields ? state.values : null,
  }
  const { draft, values } = await planWantedContact(scope, mapping, named, before)
  const request = { systemTypeId, contactId: before?.id ?? 0, draft, values }
  return prepareSave(scope, before ? { ...request, expected: versionOf(before.auditId) } : request)
}

const applyPrepared = async (
  scope: Scope,
  tx: Transaction,
  connectionId: number,
  state: VersionedState,
  { save, contactId }: Prepared,
): Promise<Applied> => {
  const { tenantId } = scope.db
  const connection = await lockRecordIfPresent(scope, tx, connectionKind, connectionId, 'share')
  if (!connection || connection.isDisabledHere || connection.isDisabledThere) return 'stopped'
  await tx.rows(addReceivedSql(tenantId, connectionId, state.contactId))
  const [link] = await tx.rows<ReceivedContact>(lockReceivedSql(tenantId, connectionId, state.contactId))
  if (!link || link.version >= state.version) return 'applied'
  if (link.contactId !== contactId) throw staleContact()
  await tx.rows(synchronizingSql(connectionId))
  const savedId = save ? await runPrepared(scope, tx, save) : contactId
  if (savedId !== null) await applyToContact(scope, tx, connection, state, savedId)
  await tx.connectionReceivedContact.updateMany({
    where: { tenantId, connectionId, sourceContactId: state.contactId },
    data: { version: state.version, contactId: savedId, isActive: state.isActive && savedId !== null },
  })
  return savedId === null && state.isActive ? 'left-out' : 'applied'
}

const staleContact = () => new Problem(409, 'stale-audit-id', 'The contact has changed since it was read.')

const runPrepared = async (scope: Scope, tx: Transaction, save: PreparedSave): Promise<number> => {
  const finish = (last: readonly Sql[]) => Promise.all(last.map((statement) => tx.rows<object>(statement)))
  return (await runSave(scope, { tx, finish }, save)).contactId
}

/**
 * Marks the contact as read-only or as one of this tenant, and applies its memberships. These stay read-only when the contact
 * is no longer synchronized: only the source can renew them.
 */
const applyToContact = async (
  scope: Scope,
  tx: Transaction,
  { id: connectionId, mapping }: MappedConnection,
  state: VersionedState,
  contactId: number,
): Promise<void> => {
  const { tenantId } = scope.db
  const sourceConnectionId = state.isActive && !state.isEditable ? connectionId : null
  const { sourceConnectionId: marked } = await tx.contact.findFirstOrThrow({
    where: { tenantId, id: contactId },
    select: { sourceConnectionId: true },
  })
  if (marked !== sourceConnectionId)
    await tx.contact.updateMany({ where: { tenantId, id: contactId }, data: { sourceConnectionId } })
  if (!mapping.memberships || state.memberships === null) return
  const wanted = state.memberships.flatMap((membership) => {
    const feed = feedOf(mapping, membership)
    return feed ? [{ ...membership, typeId: feed.targetTypeId, levelId: feed.targetLevelId }] : []
  })
  const first = wanted.filter((one, at) => wanted.findIndex(({ typeId }) => typeId === one.typeId) === at)
  await saveSynchronizedMemberships(scope, tx, { connectionId, contactId }, first)
}
