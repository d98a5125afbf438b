import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma, Workflow } from '#prisma/client'
import { STEP, type Step } from './step.model.ts'

/** Copies the steps of a workflow, in order, into another one. The copies reference each other, not the originals. */
export const copySteps = async (
  tx: Transaction,
  steps: readonly Step[],
  { tenantId, id: workflowId }: Pick<Workflow, 'tenantId' | 'id'>,
): Promise<void> => {
  const copies = new Map<number, number>()
  for (const { id, typeId, isInverse, position, isActive, options, logicStepId } of steps) {
    const lane = { logicStepId: logicStepId && (copies.get(logicStepId) ?? null), isInverse, position }
    const data = { tenantId, workflowId, typeId, ...lane, isActive, options: options as Prisma.InputJsonObject }
    copies.set(id, (await tx.workflowStep.create({ data, select: { id: true } })).id)
  }
  for (const step of steps) {
    const options = optionsOfCopy(step, copies)
    const id = copies.get(step.id)
    if (options && id) await tx.workflowStep.update({ where: { tenantId_id: { tenantId, id } }, data: { options } })
  }
}

/** The options of a step with the ids of other steps replaced by those of their copies; undefined if it has no such ids. */
const optionsOfCopy = (step: Step, copies: ReadonlyMap<number, number>): Prisma.InputJsonObject | undefined => {
  if (step.typeId === STEP.skipOrGoto && step.options.TargetStepId)
    return { ...step.options, TargetStepId: copies.get(step.options.TargetStepId) ?? null }
  if (step.typeId !== STEP.logicBranch) return undefined
  const Conditions = step.options.Conditions.map((condition) => {
    const isMail = condition.Type === 'emailOpened' || condition.Type === 'emailClicked'
    const copy = isMail && copies.get(Number(condition.Value))
    // A deleted email step has no copy: the condition keeps its id, and no contact meets it.
    return copy ? { ...condition, Value: String(copy) } : condition
  })
  return { ...step.options, Conditions } as Prisma.InputJsonObject
}
