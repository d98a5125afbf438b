import { recordChange } from '../../../../kernel/audit/audit.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'

/** Lets the nightly work touch people from the next night on, or stops that. */
export const switchNightly = (scope: Scope, isOn: boolean): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const switched = { isOn, switchedAt: scope.clock.now() }
    await tx.membershipNightly.upsert({ where: { tenantId }, create: { tenantId, ...switched }, update: switched })
    const changes = { isOn }
    await recordChange(scope, tx, {
      entity: 'membershipNightly',
      entityId: tenantId,
      auditId: 1,
      action: 'updated',
      changes,
    })
  })
