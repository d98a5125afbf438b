import type { Group, Prisma } from '../../../generated/prisma/client.ts'
import type { Change } from '../../../kernel/audit/audit.ts'
import { recordChangesSql } from '../../../kernel/audit/change-sql.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { groupEvents } from './groups.events.ts'

const AT_ONCE = 1000

/** Who came into a group, or went out, and by whose will. */
export interface MemberChange {
  group: Pick<Group, 'id' | 'auditId'>
  contactIds: readonly number[]
  /** What they are to the group now. */
  state: 'member' | 'removed' | 'optedout'
  by: 'staff' | 'contact'
  /** Who stated the contact's wish in its name. */
  actingContactId?: number | null
  /** Whether they were members before; where they neither were nor are, no event is told. */
  wasMember?: boolean
}

/** Writes history and event of each contact, a statement for every thousand. */
export const recordMembers = async (scope: Scope, tx: Transaction, change: MemberChange): Promise<void> => {
  const { contactIds } = change
  for (let from = 0; from < contactIds.length; from += AT_ONCE) {
    const part = contactIds.slice(from, from + AT_ONCE).map((contactId) => changeOf(change, contactId))
    await tx.$queryRaw(recordChangesSql(scope, part))
  }
}

const changeOf = ({ group, state, by, actingContactId, wasMember = true }: MemberChange, contactId: number): Change => {
  const told: Prisma.InputJsonObject = { contactId, by, ...(actingContactId && { actingContactId }) }
  const kind = state === 'member' ? groupEvents.memberAdded : groupEvents.memberRemoved
  return {
    entity: 'group',
    entityId: group.id,
    auditId: group.auditId,
    action: 'updated',
    changes: { ...told, state },
    ...((state === 'member' || wasMember) && { event: { kind, payload: told } }),
  }
}
