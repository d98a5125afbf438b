import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'

/** Lets the nightly work touch people from the next night on, or stops that. */
export const switchNightly = (scope: Scope, isOn: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const data = { tenantId, isOn, switchedAt: scope.clock.now() }
    const { id: entityId } = await tx.membershipNightlySwitch.create({ data })
    const change = { entity: 'membershipNightlySwitch', entityId, auditId: 1, action: 'created' as const }
    await recordChange(scope, tx, { ...change, changes: { isOn } })
  })
