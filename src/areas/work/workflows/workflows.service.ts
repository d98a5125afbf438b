import { isDeepStrictEqual } from 'node:util'
import { conflict } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import { lockForSave, lockSubject } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { requireRoom } from '#kernel/records/room'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { readActorDisplayName } from '#services/auth/actor-display'
import { changedPart } from '#services/tenant-log/changed-part'
import { requestRun } from './engine/engine.job.ts'
import { endRunsOfWorkflowSql } from './runs/runs.sql.ts'
import {
  areChanged,
  checkSources,
  lockSources,
  requireGroups,
  type SourcesRequest,
  saveSources,
} from './sources.service.ts'
import { copySteps } from './steps/board.service.ts'
import { requireCanChange, requireCanPerform } from './steps/step.model.ts'
import { lockReferences } from './steps/step-references.service.ts'
import { readBoard } from './steps/steps.queries.ts'
import { recordWorkflowChange } from './workflow-changes.service.ts'
import {
  type ParseJson,
  parseWorkflow,
  type WorkflowData,
  WorkflowFaults,
  type WorkflowInput,
} from './workflows.input.ts'
import { lockWorkflow, workflowKind } from './workflows.queries.ts'

const MAX_WORKFLOWS = 1000
const MAX_NAME_CHARACTERS = 200

/** A save by either of the two operations. */
export interface WorkflowSave {
  input: WorkflowInput
  sources: SourcesRequest
  parseJson: ParseJson
}

/**
 * Creates a workflow (id 0) or changes one, with its schedule and sources. A field that is left out keeps its value.
 * Contacts that entered by a removed source leave at the next run. A save without changes writes nothing.
 *
 * @throws 403 `insufficient-scope`; 404; 409 `stale-audit-id`; 412; 422 `workflow-rule`, `unknown-reference`, `too-many`.
 */
export const saveWorkflow = async (
  scope: Scope,
  id: number,
  save: WorkflowSave,
  expected: ExpectedVersion,
): Promise<Workflow> => {
  const author = await authorName(scope)
  return scope.db.transaction(async (tx) => {
    const current = await lockForSave(scope, tx, workflowKind, id, expected, 'no key update')
    if (!current) await requireRoomForWorkflow(scope, tx)
    const { data, stored, requested, isActive, extent } = await planSave(scope, tx, current, save)
    if (current && extent === 'none') return current
    if (current && extent === 'behavior') await requireCanRun(scope, tx, { id, isActive })
    const columns = { ...data, ...activation(scope, current?.isActive ?? false, isActive) }
    const saved = await write(scope, tx, current, columns, author)
    await saveSources(tx, saved, stored, requested)
    await recordWorkflowChange(
      scope,
      tx,
      saved,
      current ? 'updated' : 'created',
      changedPart('Sources', stored, requested ?? stored),
    )
    if (isActive) await requestRun(scope, tx, saved)
    return saved
  })
}

/** Parses a save and checks its rules. `extent` is what it changes: nothing, the texts only, or what the workflow does. */
const planSave = async (
  scope: Scope,
  tx: Transaction,
  current: Workflow | null,
  { input, sources, parseJson }: WorkflowSave,
) => {
  const id = current?.id ?? 0
  const faults = new WorkflowFaults()
  const data = parseWorkflow(input, current, parseJson, faults)
  const { stored, groupIds } = await lockSources(scope, tx, id, sources)
  const requested = sources(stored)
  checkSources(requested, faults)
  const wasActive = current?.isActive ?? false
  const isActive = input.IsActive ?? wasActive
  if (isActive && !wasActive) await checkRunnable(scope, tx, id, requested ?? stored, faults)
  faults.throwIfAny()
  const extent = areChanged(stored, requested) ? 'behavior' : extentOf(current, { ...data, isActive })
  if (extent !== 'none') requireGroups(groupIds, requested)
  return { data, stored, requested, isActive, extent }
}

/**
 * Switches a workflow on or off. Switching it on ends a pause after failures. Undefined, or the current state, changes
 * nothing.
 *
 * @throws 403 `insufficient-scope`; 404; 409 `stale-audit-id`; 412; 422 `workflow-rule`.
 */
export const switchWorkflow = (
  scope: Scope,
  id: number,
  requested: boolean | undefined,
  expected: ExpectedVersion,
): Promise<Workflow> =>
  scope.db.transaction(async (tx) => {
    const current = await lockWorkflow(scope, tx, id, expected)
    const isActive = requested ?? current.isActive
    if (current.isActive === isActive) return current
    const faults = new WorkflowFaults()
    const { stored } = await lockSources(scope, tx, id)
    if (isActive) await checkRunnable(scope, tx, id, stored, faults)
    faults.throwIfAny()
    await requireCanRun(scope, tx, { id, isActive })
    const saved = await update(tx, current, activation(scope, current.isActive, isActive))
    await recordWorkflowChange(scope, tx, saved, 'updated')
    if (isActive) await requestRun(scope, tx, saved)
    return saved
  })

/**
 * Copies a workflow and returns the id of the copy. It is off and has no runs; its branches and gotos reference its own steps.
 * Each step is saved again, and so requires its scope.
 *
 * @throws 403 `insufficient-scope`; 404; 422 `too-many`.
 */
export const copyWorkflow = async (scope: Scope, id: number): Promise<number> => {
  const author = await authorName(scope)
  return scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { name, description, scheduleTypeId, startHour, endHour, weekdays, ...rest } = await lockWorkflow(
      scope,
      tx,
      id,
    )
    const { allowRepeatedSteps, allowReEntry } = rest
    const steps = (await readBoard(tx, tenantId, id)).inOrder()
    requireCanPerform(scope, steps)
    await requireRoomForWorkflow(scope, tx)
    const settings = { description, scheduleTypeId, startHour, endHour, weekdays, allowRepeatedSteps, allowReEntry }
    const columns = { ...settings, name: [...`Copy of ${name}`].slice(0, MAX_NAME_CHARACTERS).join('') }
    const copy = await create(scope, tx, columns, author)
    const sources = await tx.workflowSource.findMany({ where: { tenantId, workflowId: id }, orderBy: { id: 'asc' } })
    await tx.workflowSource.createMany({
      data: sources.map(({ groupId, isAnti }) => ({ tenantId, workflowId: copy.id, groupId, isAnti })),
    })
    await copySteps(tx, steps, copy)
    await recordWorkflowChange(scope, tx, copy, 'created', { copiedFrom: id })
    return copy.id
  })
}

/**
 * Deletes a workflow that is off and ends its runs. The histories of its contacts stay.
 *
 * @throws 404; 409 `stale-audit-id`, `workflow-active`; 412.
 */
export const deleteWorkflow = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const workflow = await lockWorkflow(scope, tx, id, expected)
    if (workflow.isActive) throw conflict('workflow-active', 'The workflow is active. Switch it off, then delete it.')
    await tx.rows(endRunsOfWorkflowSql(scope, id, { state: 'removed', reason: 'The workflow was deleted.' }))
    await tx.workflowSource.deleteMany({ where: { tenantId, workflowId: id } })
    const deleted = await tx.workflow.update({
      where: { tenantId_id: { tenantId, id } },
      data: { deletedAt: scope.clock.now(), ...NEXT_VERSION },
    })
    await recordWorkflowChange(scope, tx, deleted, 'deleted', {})
  })

const authorName = async (scope: Scope): Promise<string> => (await readActorDisplayName(scope)) ?? 'System'

const write = (
  scope: Scope,
  tx: Transaction,
  current: Workflow | null,
  columns: WorkflowData & Partial<Workflow>,
  author: string,
): Promise<Workflow> => (current ? update(tx, current, columns) : create(scope, tx, columns, author))

const update = (tx: Transaction, { tenantId, id }: Workflow, columns: Partial<Workflow>): Promise<Workflow> =>
  tx.workflow.update({ where: { tenantId_id: { tenantId, id } }, data: { ...columns, ...NEXT_VERSION } })

const create = (
  { db, actor, clock }: Scope,
  tx: Transaction,
  columns: WorkflowData & Partial<Workflow>,
  author: string,
): Promise<Workflow> =>
  tx.workflow.create({
    data: { ...columns, tenantId: db.tenantId, createdBy: actorName(actor), author, createdAt: clock.now() },
  })

/** @throws 403 `insufficient-scope` if the workflow is active and the caller may not do itself what its steps do. */
const requireCanRun = async (scope: Scope, tx: Transaction, { id, isActive }: Pick<Workflow, 'id' | 'isActive'>) => {
  if (isActive) requireCanChange(scope, { isActive }, (await readBoard(tx, scope.db.tenantId, id)).inOrder())
}

type WorkflowState = WorkflowData & Pick<Workflow, 'isActive'>

/** Returns what a save changes: nothing, the texts only, or what the workflow does. */
const extentOf = (current: Workflow | null, data: WorkflowState): 'none' | 'texts' | 'behavior' => {
  if (!current) return 'behavior'
  if (isSame(current, data)) return 'none'
  const { name, description } = current
  return isSame(current, { ...data, name, description }) ? 'texts' : 'behavior'
}

const isSame = (current: Workflow, data: WorkflowState): boolean =>
  Object.entries(data).every(([name, value]) => isDeepStrictEqual(ownValue(current, name), value))

/** Returns the columns that change with `isActive`. An active workflow evaluates its sources at the next run. */
const activation = ({ clock }: Scope, wasActive: boolean, isActive: boolean) => {
  if (!isActive) return { isActive }
  const now = clock.now()
  return {
    isActive,
    stirredAt: now,
    ...(!wasActive && { activatedAt: now, pausedAt: null, pausedReason: null, pausedStepId: null }),
  }
}

/** @throws 422 `too-many`. */
const requireRoomForWorkflow = async ({ db }: Scope, tx: Transaction): Promise<void> => {
  const { tenantId } = db
  await lockSubject({ db }, tx, 'workflow')
  const count = await tx.workflow.count({ where: { tenantId, deletedAt: null } })
  requireRoom(count, MAX_WORKFLOWS, 'tenant', 'workflows')
}

/** Checks that an active workflow has a source and a step. What its steps reference cannot be deleted from now on. */
const checkRunnable = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  sources: readonly { isAnti: boolean }[],
  faults: WorkflowFaults,
): Promise<void> => {
  if (sources.every(({ isAnti }) => isAnti)) faults.add('/IsActive', 'requires a source that contacts enter by')
  const board = await readBoard(tx, scope.db.tenantId, id)
  if (!board.first()) faults.add('/IsActive', 'requires an active step')
  await lockReferences(scope, tx, board.inOrder())
}
