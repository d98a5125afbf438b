import {
  readSharedContacts,
  readSharedRoles,
  type SharedContact,
  type SharedRole,
} from '#areas/people/contacts/synchronized/synchronized.queries'
import { readSharedValues } from '#areas/people/custom-fields/shared-values/shared-values.queries'
import type { SynchronizedMembership } from '#areas/people/memberships/synchronized/synchronized-memberships.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { feedOf, fieldsOf, type Mapping, partsOf } from '../mappings/mappings.model.ts'
import { chapterMembersSql, eligibleSql, type Selection, sentMembershipsSql } from '../outgoing/outgoing.sql.ts'
import type { ContactState } from './states.model.ts'

/** What decides the states of contacts. */
export interface StateContext extends Selection {
  /** The chapters whose contacts the target can edit. */
  editableChapterIds: readonly number[]
}

/** Reads the current states of contacts for a target, by id. A contact that does not exist has none. */
export const readStates = async (
  scope: Scope,
  tx: Transaction,
  context: StateContext,
  ids: readonly number[],
): Promise<ContactState[]> => {
  const { mapping } = context
  const contacts = await readSharedContacts(scope, tx, ids)
  const active = await listIds(tx, eligibleSql(context, ids))
  const editable = await listIds(tx, chapterMembersSql(context.tenantId, context.editableChapterIds, ids))
  const memberships = mapping.memberships ? await readMemberships(tx, context, ids) : null
  const roles = await readRoles(tx, context, ids)
  const states: ContactState[] = []
  for (const contact of contacts) {
    const { contactId, systemTypeId } = contact
    const isActive = active.has(contactId)
    const base = { contactId, systemTypeId, isActive, isEditable: editable.has(contactId) }
    const own = memberships && (memberships.get(contactId) ?? [])
    const parts = isActive ? await mappedParts(scope, tx, mapping, contact) : NO_PARTS
    states.push({ ...base, ...parts, memberships: own, roles: isActive ? (roles.get(contactId) ?? []) : [] })
  }
  return states
}

const listIds = async (tx: Transaction, sql: Parameters<Transaction['rows']>[0]): Promise<ReadonlySet<number>> =>
  new Set((await tx.rows<{ id: number }>(sql)).map(({ id }) => id))

/** Of a contact that is no longer synchronized, nothing crosses but the end of its memberships. */
const NO_PARTS = { names: null, infos: null, addresses: null, values: null }

const mappedParts = async (
  scope: Scope,
  tx: Transaction,
  mapping: Mapping,
  contact: SharedContact,
): Promise<Pick<ContactState, 'names' | 'infos' | 'addresses' | 'values'>> => {
  const parts = partsOf(mapping, contact.systemTypeId)
  const fieldIds = fieldsOf(mapping, contact.systemTypeId).map(({ sourceId }) => sourceId)
  return {
    names: parts.names ? contact.names : null,
    infos: parts.infos ? contact.infos : null,
    addresses: parts.addresses ? contact.addresses : null,
    values: parts.customFields ? await readSharedValues(scope, tx, contact, fieldIds) : null,
  }
}

type SentMembership = SynchronizedMembership & { contactId: number }

const readMemberships = async (
  tx: Transaction,
  { tenantId, mapping }: Selection,
  ids: readonly number[],
): Promise<Map<number, SynchronizedMembership[]>> => {
  const typeIds = [...new Set(mapping.feeds.map(({ sourceTypeId }) => sourceTypeId))]
  const rows = await tx.rows<SentMembership>(sentMembershipsSql(tenantId, ids, typeIds))
  const found = new Map<number, SynchronizedMembership[]>()
  for (const { contactId, ...membership } of rows) {
    if (!feedOf(mapping, membership)) continue
    found.set(contactId, [...(found.get(contactId) ?? []), membership])
  }
  return found
}

/**
 * Reads the roles of contacts at organizations that the connection synchronizes: nothing crosses of other
 * organizations.
 */
const readRoles = async (
  tx: Transaction,
  context: Selection,
  ids: readonly number[],
): Promise<Map<number, SharedRole[]>> => {
  const rows = await readSharedRoles(tx, context.tenantId, ids)
  const organizationIds = [...new Set(rows.map(({ organizationId }) => organizationId))]
  const found = new Map<number, SharedRole[]>()
  if (organizationIds.length === 0) return found
  const synchronized = await listIds(tx, eligibleSql(context, organizationIds))
  for (const { contactId, ...role } of rows)
    if (synchronized.has(role.organizationId)) found.set(contactId, [...(found.get(contactId) ?? []), role])
  return found
}
