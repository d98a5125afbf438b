import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventGroup } from '#prisma/client'
import { eventGroupKind } from './event-groups.queries.ts'

/** Records a change of a table, with its members after the change. */
export const recordGroup = async (
  scope: Scope,
  tx: Transaction,
  group: EventGroup,
  action: ChangeAction,
): Promise<void> => {
  const { tenantId, eventId, id: groupId, name, number, maxToAssign, position, typeId, sessionId } = group
  const rows = await tx.eventGroupMember.findMany({
    where: { tenantId, eventId, groupId },
    orderBy: { registrationId: 'asc' },
  })
  const members = rows.map(({ registrationId }) => registrationId)
  const changes = { eventId, name, number, maxToAssign, position, typeId, sessionId, members }
  await recordChange(
    scope,
    tx,
    changeOf(eventGroupKind, group, action, { changes, payload: { eventId, name, number } }),
  )
}

/** Gives tables that lost members a new version, and records that. */
export const touchGroups = async (scope: Scope, tx: Transaction, ids: readonly number[]): Promise<void> => {
  const { tenantId } = scope.db
  for (const id of ids) {
    const group = await tx.eventGroup.update({ where: { tenantId_id: { tenantId, id } }, data: NEXT_VERSION })
    await recordGroup(scope, tx, group, 'updated')
  }
}
