import { actorDisplayName } from '#kernel/auth/actor-display'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { holdWorkflow, recordWorkflow } from '../hold-workflow.service.ts'
import type { Step } from './step.model.ts'
import { STEP } from './step-types.ts'
import { readBoard } from './steps.queries.ts'
import { assertRoom } from '../workflows.service.ts'

const LONGEST_NAME = 200

/** Makes a workflow like another: off, without runs, its branches and gotos pointing to its own steps. 404, 422 too-many. */
export const copyWorkflow = async (scope: Scope, id: number): Promise<void> => {
  const author = (await actorDisplayName(scope)) ?? 'System'
  await scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { name, description, scheduleTypeId, startHour, endHour, weekdays, ...rest } = await holdWorkflow(
      scope,
      tx,
      id,
    )
    const { allowRepeatedSteps, allowReEntry } = rest
    await assertRoom(scope, tx)
    const copy = await tx.workflow.create({
      data: {
        tenantId,
        name: [...`Copy of ${name}`].slice(0, LONGEST_NAME).join(''),
        createdBy: actorName(scope.actor),
        author,
        createdAt: scope.clock.now(),
        ...{ description, scheduleTypeId, startHour, endHour, weekdays, allowRepeatedSteps, allowReEntry },
      },
    })
    const sources = await tx.workflowSource.findMany({ where: { tenantId, workflowId: id }, orderBy: { id: 'asc' } })
    await tx.workflowSource.createMany({
      data: sources.map(({ groupId, isAnti }) => ({ tenantId, workflowId: copy.id, groupId, isAnti })),
    })
    await copySteps(tx, tenantId, id, copy.id)
    await recordWorkflow(scope, tx, copy, 'created', { copiedFrom: id })
  })
}

const copySteps = async (tx: Transaction, tenantId: number, fromId: number, toId: number): Promise<void> => {
  const steps = (await readBoard(tx, tenantId, fromId)).inOrder()
  const copies = new Map<number, number>()
  for (const { id, typeId, isInverse, position, isActive, options, logicStepId } of steps) {
    const lane = { logicStepId: logicStepId && (copies.get(logicStepId) ?? null), isInverse, position }
    const data = { tenantId, workflowId: toId, typeId, ...lane, isActive, options: options as Prisma.InputJsonObject }
    copies.set(id, (await tx.workflowStep.create({ data, select: { id: true } })).id)
  }
  for (const step of steps) {
    const options = pointedInto(step, copies)
    const id = copies.get(step.id)
    if (options && id) await tx.workflowStep.update({ where: { tenantId_id: { tenantId, id } }, data: { options } })
  }
}

/** The options of a step that names others, naming their copies; undefined where it names none. */
const pointedInto = (step: Step, copies: ReadonlyMap<number, number>): Prisma.InputJsonObject | undefined => {
  if (step.typeId === STEP.skipOrGoto && step.options.TargetStepId)
    return { ...step.options, TargetStepId: copies.get(step.options.TargetStepId) ?? null }
  if (step.typeId !== STEP.logicBranch) return undefined
  const Conditions = step.options.Conditions.map((condition) => {
    const isMail = condition.Type === 'emailOpened' || condition.Type === 'emailClicked'
    const copy = isMail && copies.get(Number(condition.Value))
    // An email step that was deleted has no copy: nobody opens it, and what it says stays as it is.
    return copy ? { ...condition, Value: String(copy) } : condition
  })
  return { ...step.options, Conditions } as Prisma.InputJsonObject
}
