import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { touchGroups } from './group-changes.service.ts'

/**
 * Moves the seats at tables, and the table that was bought, from one registration to another one. Call it in the transaction of
 * the change. Lock the event first.
 */
export const moveSeats = (scope: Scope, tx: Transaction, fromId: number, toId: number): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const where = { tenantId: scope.db.tenantId, registrationId: fromId }
    const members = await tx.eventGroupMember.findMany({ where, select: { groupId: true } })
    const bought = await tx.eventGroup.findMany({ where, select: { id: true } })
    await tx.eventGroupMember.updateMany({ where, data: { registrationId: toId } })
    await tx.eventGroup.updateMany({ where, data: { registrationId: toId } })
    const ids = new Set([...members.map(({ groupId }) => groupId), ...bought.map(({ id }) => id)])
    await touchGroups(
      scope,
      tx,
      [...ids].toSorted((a, b) => a - b),
    )
  })
