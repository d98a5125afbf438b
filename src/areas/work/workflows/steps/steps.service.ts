import { isDeepStrictEqual } from 'node:util'
import { findSubjectFault } from '#areas/work/mail/templates/rendering.service'
import type { WorkflowStepInput } from '#contract/work/workflows'
import { conflict, notFound, Problem } from '#kernel/errors/problem'
import { CHANGED, prepareAndSave } from '#kernel/records/prepared-save'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { checkFieldConditions } from '../conditions/conditions.input.ts'
import { readConditionFields } from '../conditions/conditions.queries.ts'
import { requestRunForFirstStep } from '../engine/engine.job.ts'
import { leaveStep } from '../runs/runs.service.ts'
import { recordBoardChange } from '../workflow-changes.service.ts'
import type { ParseJson } from '../workflows.input.ts'
import { WorkflowFaults } from '../workflows.input.ts'
import { lockWorkflow } from '../workflows.queries.ts'
import type { Board } from './board.model.ts'
import { checkPosition, movesOf, requireLanesEmpty, type StepPosition, withStep } from './board.model.ts'
import { requireReferences } from './references.queries.ts'
import { requireCanChange, requireCanPerform, STEP, type Step, type StepOptions } from './step.model.ts'
import { lockReferences } from './step-references.service.ts'
import { parsePosition, parseStep } from './steps.input.ts'
import { findStep, readBoard, stepOf } from './steps.queries.ts'
import { moveStepsSql } from './steps.sql.ts'

const MAX_STEPS = 500

/**
 * Adds a step (id 0) or changes one. A field that is left out keeps its value. A new position relinks both lanes.
 *
 * @param parseJson parses StepOptionsJson.
 * @throws 403 `insufficient-scope`; 404; 409 `stale-audit-id`, `contacts-waiting`, `lane-in-use`; 412; 422 `workflow-rule`,
 * `unknown-reference`, `too-many`.
 */
export const saveStep = (
  scope: Scope,
  { workflowId, id, input }: { workflowId: number; id: number; input: WorkflowStepInput },
  parseJson: ParseJson,
  expected: ExpectedVersion,
): Promise<Step> =>
  prepareAndSave(
    async () => (id === 0 ? undefined : findStep(scope, workflowId, id)),
    (before) => checkSubject(scope, input, before, parseJson),
    (checked) => writeStep(scope, { workflowId, id, input, checked }, parseJson, expected),
  )

/** The subject of a mail step that was rendered, with its fault. */
interface CheckedSubject {
  subject: string | null
  fault: string | null
}

/** Renders the subject of a mail step before the workflow is locked. The save reports all other faults of the input. */
const checkSubject = async (
  scope: Scope,
  input: WorkflowStepInput,
  current: Step | undefined,
  parseJson: ParseJson,
): Promise<CheckedSubject> => {
  const subject = findSubject(input, current, parseJson)
  return { subject, fault: subject === null ? null : await findSubjectFault(scope, subject) }
}

/** Finds the subject of a step; null as well if the step cannot be parsed. */
const findSubject = (input: WorkflowStepInput, current: Step | undefined, parseJson: ParseJson): string | null => {
  try {
    return subjectOf(parseStep(input, current, parseJson, new WorkflowFaults()))
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

const subjectOf = (step: StepOptions): string | null => (step.typeId === STEP.sendEmail ? step.options.Subject : null)

const writeStep = (
  scope: Scope,
  {
    workflowId,
    id,
    input,
    checked,
  }: { workflowId: number; id: number; input: WorkflowStepInput; checked: CheckedSubject },
  parseJson: ParseJson,
  expected: ExpectedVersion,
): Promise<Step | typeof CHANGED> =>
  scope.db.transaction(async (tx) => {
    const workflow = await lockWorkflow(scope, tx, workflowId)
    const board = await readBoard(tx, workflow.tenantId, workflowId)
    const current = id === 0 ? undefined : requireStep(board, id, 'step of the workflow')
    if (current) requireVersion(current.auditId, expected)
    else requireRoom(board.inOrder().length, MAX_STEPS, 'workflow', 'steps')
    const faults = new WorkflowFaults()
    const step = parseStep(input, current, parseJson, faults)
    const position = parsePosition(input, board, current)
    checkPosition(board, id, position, faults)
    faults.throwIfAny()
    requireCanPerform(scope, [step])
    requireCanChange(scope, workflow, board.inOrder())
    // Stored options stay valid even if a record that they reference has been deleted since.
    if (!isSame(step, current)) {
      if (subjectOf(step) !== checked.subject) return CHANGED
      await lockReferences(scope, tx, [step])
      await requireReferences({ scope, tx, board, current }, step)
      await requireDoable(scope, tx, step, checked, faults)
    }
    if (current) await requireTypeCanChange(tx, board, workflow, current, step)
    const isActive = input.IsActive ?? current?.isActive ?? true
    const saved = await write(tx, workflow, current, { step, position, isActive })
    await tx.rows(
      moveStepsSql(workflow.tenantId, movesOf(board, lanesAfter(board, saved.id, current, position), saved.id)),
    )
    await recordBoardChange(scope, tx, workflow, { step: saved.id, ...step, ...position, isActive })
    await requestRunForFirstStep(scope, tx, workflow, board.first() !== undefined)
    return saved
  })

/**
 * Deletes a step and links the one after it to the one before it. Contacts that wait at it continue with the next one;
 * gotos that reference it reference none. The row stays, because histories of contacts reference it.
 *
 * @throws 403 `insufficient-scope`; 404; 409 `stale-audit-id`, `lane-in-use`; 412.
 */
export const deleteStep = async (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const found = await prisma.workflowStep.findFirst({
    where: { tenantId, id, deletedAt: null, workflow: { deletedAt: null } },
    select: { workflowId: true },
  })
  if (!found) throw notFound('step')
  await scope.db.transaction(async (tx) => {
    const workflow = await lockWorkflow(scope, tx, found.workflowId)
    const board = await readBoard(tx, tenantId, workflow.id)
    const step = requireStep(board, id, 'step')
    requireVersion(step.auditId, expected)
    requireCanChange(scope, workflow, board.inOrder())
    requireLanesEmpty(board, id)
    await leaveStep(scope, tx, step, board.after(step))
    await remove(scope, tx, board, step)
    await recordBoardChange(scope, tx, workflow, { deletedStep: id })
  })
}

const requireStep = (board: Board, id: number, noun: string): Step => {
  const step = board.step(id)
  if (!step) throw notFound(noun)
  return step
}

const isSame = (step: StepOptions, current: Step | undefined): boolean =>
  step.typeId === current?.typeId && isDeepStrictEqual(step.options, current.options)

/** Rejects conditions that a custom field does not support, and a subject that no mail can be written with. */
const requireDoable = async (
  scope: Scope,
  tx: Transaction,
  step: StepOptions,
  { fault }: CheckedSubject,
  faults: WorkflowFaults,
) => {
  if (fault) faults.add('/SendEmailStepOptions/Subject', fault)
  if (step.typeId === STEP.logicBranch) {
    const { Conditions } = step.options
    const fields = await readConditionFields(tx, scope, Conditions)
    checkFieldConditions(scope, Conditions, fields, '/LogicBranchOptions', faults)
  }
  faults.throwIfAny()
}

const requireTypeCanChange = async (
  tx: Transaction,
  board: Board,
  { tenantId }: { tenantId: number },
  current: Step,
  { typeId }: StepOptions,
) => {
  if (current.typeId === typeId) return
  requireLanesEmpty(board, current.id)
  const where = { tenantId, stepId: current.id, state: 'active' }
  if (await tx.workflowRun.findFirst({ where, select: { id: true } }))
    throw conflict('contacts-waiting', 'Contacts are at the step. Change its type when they have left it.')
}

interface StepColumns {
  step: StepOptions
  position: StepPosition
  isActive: boolean
}

const write = async (
  tx: Transaction,
  { tenantId, id: workflowId }: { tenantId: number; id: number },
  current: Step | undefined,
  { step, position: { logicStepId, isInverse }, isActive }: StepColumns,
): Promise<Step> => {
  const options = step.options as Prisma.InputJsonObject
  const data = { typeId: step.typeId, options, isActive, logicStepId, isInverse }
  const row = current
    ? await tx.workflowStep.update({
        where: { tenantId_id: { tenantId, id: current.id } },
        data: { ...data, ...NEXT_VERSION },
      })
    : await tx.workflowStep.create({ data: { ...data, tenantId, workflowId, position: 1 } })
  return stepOf(row)
}

/** Returns the lane that the step is in now, and the one that it has left. */
const lanesAfter = (
  board: Board,
  id: number,
  current: Step | undefined,
  { logicStepId, isInverse, previousStepId }: StepPosition,
) => {
  const idsOf = (steps: readonly Step[]) => steps.map((step) => step.id)
  const ids = withStep(idsOf(board.lane(logicStepId, isInverse)), id, previousStepId)
  const lanes = [{ logicStepId, isInverse, ids }]
  const isMoved = current && (current.logicStepId !== logicStepId || current.isInverse !== isInverse)
  if (isMoved) lanes.push({ ...current, ids: idsOf(board.laneOf(current)).filter((other) => other !== id) })
  return lanes
}

const remove = async ({ db, clock }: Scope, tx: Transaction, board: Board, step: Step): Promise<void> => {
  const { tenantId } = db
  await tx.workflowStep.update({
    where: { tenantId_id: { tenantId, id: step.id } },
    data: { deletedAt: clock.now(), ...NEXT_VERSION },
  })
  const ids = board.laneOf(step).flatMap((other) => (other.id === step.id ? [] : [other.id]))
  const lane = { logicStepId: step.logicStepId, isInverse: step.isInverse, ids }
  await tx.rows(moveStepsSql(tenantId, movesOf(board, [lane])))
  for (const other of board.inOrder()) {
    if (other.typeId !== STEP.skipOrGoto || other.options.TargetStepId !== step.id) continue
    await tx.workflowStep.update({
      where: { tenantId_id: { tenantId, id: other.id } },
      data: { options: { ...other.options, TargetStepId: null }, ...NEXT_VERSION },
    })
  }
}
