import { recordedParts } from '#kernel/records/change-sql'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type Group, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { groupEvents } from '../groups.events.ts'
import type { MemberState } from '../groups.listing.ts'

type Versioned = Pick<Group, 'id' | 'auditId'>

const kindOf = (state: MemberState) => (state === 'member' ? groupEvents.memberAdded : groupEvents.memberRemoved)

/**
 * History and event of each contact that staff brought into groups or took out of them: the last parts of a statement
 * with a part `moved` (group_id, audit_id, contact_id).
 */
export const moveParts = (scope: Scope, state: 'member' | 'removed'): Sql => Prisma.sql`
  told as (
    select group_id, audit_id, jsonb_build_object('contactId', contact_id, 'by', 'staff') as payload from moved
  ), change as materialized (
    select 'group'::text as entity, group_id as entity_id, audit_id, 'updated'::text as action,
      payload || jsonb_build_object('state', ${state}::text) as changes, ${kindOf(state)}::text as kind, payload,
      'local'::text as origin from told
  ), ${recordedParts(scope)}`

/**
 * Staff changes many places in a group in one statement, history and events of each contact included.
 *
 * @param write what changes contact_group_member, ending in `returning contact_id`.
 * @returns the ids of those for whom it did.
 */
export const changeMembers = async (
  scope: Scope,
  tx: Transaction,
  group: Versioned,
  state: 'member' | 'removed',
  write: Sql,
): Promise<number[]> => {
  const rows = await tx.$queryRaw<{ contact_id: number }[]>(Prisma.sql`
    with changed as (${write}),
    moved as (select ${group.id}::int as group_id, ${group.auditId}::int as audit_id, contact_id from changed),
    ${moveParts(scope, state)} select contact_id from changed`)
  return rows.map((row) => row.contact_id)
}

/** What one contact is to a group now, and by whose will. */
export interface MemberChange {
  contactId: number
  state: MemberState
  by: 'staff' | 'contact'
  /** Who stated the contact's wish in its name. */
  actingContactId: number | undefined
  /** One that neither was nor is a member is told to nobody. */
  wasMember: boolean
}

/** Writes history and event of one contact. */
export const recordMember = (scope: Scope, tx: Transaction, group: Versioned, change: MemberChange): Promise<void> => {
  const { contactId, state, by, actingContactId, wasMember } = change
  const payload = { contactId, by, ...(actingContactId !== undefined && { actingContactId }) }
  return recordChange(scope, tx, {
    entity: 'group',
    entityId: group.id,
    auditId: group.auditId,
    action: 'updated',
    changes: { ...payload, state },
    ...((state === 'member' || wasMember) && { event: { kind: kindOf(state), payload } }),
  })
}
