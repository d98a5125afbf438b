import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Step } from '../steps/step.model.ts'
import { endRunsSql } from './runs.sql.ts'

/**
 * Sends on whoever is at a step that goes away: to the step behind it, which is done at the next run, or out of the
 * workflow, completed, where there is none.
 */
export const leaveStep = async (scope: Scope, tx: Transaction, step: Step, next: Step | undefined): Promise<void> => {
  const { tenantId } = scope.db
  const now = scope.clock.now()
  await tx.workflowStepRun.updateMany({
    where: { tenantId, stepId: step.id, state: 'waiting' },
    data: { state: 'skipped', outcome: 'The step was deleted.', doneAt: now },
  })
  if (!next) {
    const here = Prisma.sql`r.step_id = ${step.id}`
    await tx.$executeRaw(endRunsSql(scope, here, { state: 'completed', reason: null }))
    return
  }
  await tx.workflowRun.updateMany({
    where: { tenantId, stepId: step.id, state: 'active' },
    data: { stepId: next.id, arrivedAt: now, dueAt: now, isWaiting: false },
  })
}
