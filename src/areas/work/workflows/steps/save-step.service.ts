import { isDeepStrictEqual } from 'node:util'
import { findSubjectFault } from '#areas/work/mail/templates/templates.queries'
import type { WorkflowStepInput } from '#contract/work/workflows'
import { conflict, notFound, ruleRefused } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { loadConditionFields } from '../conditions/condition-facts.queries.ts'
import { fieldConditionFaults } from '../conditions/conditions-sql.ts'
import { wakeForFirstStep } from '../engine/wake.ts'
import { holdWorkflow, recordWorkflow } from '../hold-workflow.service.ts'
import { WorkflowFaults } from '../workflow-faults.ts'
import type { Board } from './board.ts'
import { assertLanesEmpty, checkPlace, type Place, placeOf, withStep, writeLanes } from './places.service.ts'
import { type ReadOptionsJson, readOptions, readTypeId } from './read-step.ts'
import type { Step, StepOptions } from './step-options.ts'
import { assertReferences } from './step-references.ts'
import { STEP } from './step-types.ts'
import { readBoard, stepOf } from './steps.queries.ts'

const MOST_STEPS = 500

/**
 * Adds a step (id 0) or changes one; what the input leaves out stays. Another place relinks the lanes it leaves and
 * comes to.
 *
 * @param readJson reads StepOptionsJson into a shape of the contract.
 * @throws 404; 409 stale-audit-id, contacts-waiting, lane-in-use; 412; 422 workflow-rule, unknown-reference, too-many.
 */
export const saveStep = (
  scope: Scope,
  { workflowId, id, input }: { workflowId: number; id: number; input: WorkflowStepInput },
  readJson: ReadOptionsJson,
  expected: ExpectedVersion,
): Promise<Step> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const workflow = await holdWorkflow(scope, tx, workflowId)
    const board = await readBoard(tx, tenantId, workflowId)
    const current = id === 0 ? undefined : (board.step(id) ?? missing())
    if (current) assertVersion(current.auditId, expected)
    else if (board.inOrder().length >= MOST_STEPS)
      throw ruleRefused('too-many', `A workflow has at most ${MOST_STEPS} steps.`)
    const faults = new WorkflowFaults()
    const wanted = readWanted(input, current, readJson, faults)
    const place = readPlace(input, board, current)
    checkPlace(board, id, place, faults)
    faults.refuse()
    // What it had before stays good, whatever became of it.
    if (!isSame(wanted, current)) {
      await assertReferences({ scope, tx, board }, wanted)
      await assertDoable(scope, tx, wanted, faults)
    }
    if (current) await assertTypeMayChange(tx, tenantId, board, current, wanted)
    const isActive = input.IsActive ?? current?.isActive ?? true
    const saved = await write(tx, tenantId, { workflowId, current, wanted, place, isActive })
    await arrange(tx, tenantId, board, saved.id, current, place)
    await tx.workflow.update({
      where: { tenantId_id: { tenantId, id: workflowId } },
      data: { boardAuditId: { increment: 1 } },
    })
    await recordWorkflow(scope, tx, workflow, 'updated', { step: saved.id, ...wanted, ...place, isActive })
    await wakeForFirstStep(scope, tx, workflow, board.first() !== undefined)
    return saved
  })

const missing = (): never => {
  throw notFound('step of the workflow')
}

const readWanted = (
  input: WorkflowStepInput,
  current: Step | undefined,
  readJson: ReadOptionsJson,
  faults: WorkflowFaults,
): StepOptions => {
  const typeId = readTypeId(input, faults) ?? current?.typeId
  if (typeId) return readOptions(typeId, input, current, readJson, faults)
  faults.add('/SystemStepTypeId', 'is needed for a new step')
  throw faults.refuse()
}

/** Where the step is to stand; of what is left out it keeps what it has. In another lane it comes first. */
const readPlace = (input: WorkflowStepInput, board: Board, current: Step | undefined): Place => {
  const before = current && placeOf(board, current)
  const idOf = (text: string | null) => Number(text) || null
  const logicStepId = input.LogicStepId === undefined ? (before?.logicStepId ?? null) : idOf(input.LogicStepId)
  const isInverse = logicStepId !== null && (input.IsInverseLogic ?? before?.isInverse ?? false)
  const isSameLane = before?.logicStepId === logicStepId && before.isInverse === isInverse
  const kept = isSameLane ? before.previousStepId : null
  const previousStepId = input.PreviousStepId === undefined ? kept : idOf(input.PreviousStepId)
  return { logicStepId, isInverse, previousStepId }
}

const isSame = (wanted: StepOptions, current: Step | undefined): boolean =>
  wanted.typeId === current?.typeId && isDeepStrictEqual(wanted.options, current.options)

/** Refuses a question that a custom field cannot be asked, and a subject that no mail could be written with. */
const assertDoable = async (scope: Scope, tx: Transaction, wanted: StepOptions, faults: WorkflowFaults) => {
  if (wanted.typeId === STEP.sendEmail) {
    const { Subject } = wanted.options
    const fault = Subject === null ? null : findSubjectFault(Subject)
    if (fault) faults.add('/SendEmailStepOptions/Subject', fault)
  }
  if (wanted.typeId === STEP.logicBranch) {
    const { Conditions } = wanted.options
    const fields = await loadConditionFields(tx, scope, Conditions)
    for (const { pointer, message } of fieldConditionFaults(scope, Conditions, fields, '/LogicBranchOptions'))
      faults.add(pointer, message)
  }
  faults.refuse()
}

const assertTypeMayChange = async (
  tx: Transaction,
  tenantId: number,
  board: Board,
  current: Step,
  wanted: StepOptions,
) => {
  if (current.typeId === wanted.typeId) return
  assertLanesEmpty(board, current.id)
  const where = { tenantId, stepId: current.id, state: 'active' }
  if (await tx.workflowRun.findFirst({ where, select: { id: true } }))
    throw conflict('contacts-waiting', 'Contacts are at the step; its type stays until they went on.')
}

interface Wanted {
  workflowId: number
  current: Step | undefined
  wanted: StepOptions
  place: Place
  isActive: boolean
}

const write = async (tx: Transaction, tenantId: number, { workflowId, current, wanted, place, isActive }: Wanted) => {
  const { logicStepId, isInverse } = place
  const data = {
    typeId: wanted.typeId,
    options: wanted.options as Prisma.InputJsonObject,
    isActive,
    logicStepId,
    isInverse,
  }
  const row = current
    ? await tx.workflowStep.update({
        where: { tenantId_id: { tenantId, id: current.id } },
        data: { ...data, auditId: { increment: 1 } },
      })
    : await tx.workflowStep.create({ data: { ...data, tenantId, workflowId, position: 1 } })
  return stepOf(row)
}

/** The lane that the step comes to, and the one that it leaves. */
const arrange = async (
  tx: Transaction,
  tenantId: number,
  board: Board,
  id: number,
  current: Step | undefined,
  { logicStepId, isInverse, previousStepId }: Place,
): Promise<void> => {
  const idsOf = (steps: readonly Step[]) => steps.map((step) => step.id)
  const ids = withStep(idsOf(board.lane(logicStepId, isInverse)), id, previousStepId)
  const lanes = [{ logicStepId, isInverse, ids }]
  const isMoved = current && (current.logicStepId !== logicStepId || current.isInverse !== isInverse)
  if (isMoved) lanes.push({ ...current, ids: idsOf(board.laneOf(current)).filter((other) => other !== id) })
  await writeLanes(tx, tenantId, board, lanes, id)
}
