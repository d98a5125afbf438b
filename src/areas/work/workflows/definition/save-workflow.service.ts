import { isDeepStrictEqual } from 'node:util'
import { groupKind } from '#areas/people/groups/groups.queries'
import { actorDisplayName } from '#kernel/auth/actor-display'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { lockRows, lockSubject } from '#kernel/records/lock'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow, WorkflowSource } from '#prisma/client'
import { wakeWorkflow } from '../engine/wake.ts'
import { holdWorkflow, recordWorkflow } from '../hold-workflow.service.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { WorkflowFaults } from '../workflow-faults.ts'
import {
  type ReadScheduleJson,
  readWorkflow,
  type WantedSource,
  type WorkflowData,
  type WorkflowInput,
} from './read-workflow.ts'

const MOST_WORKFLOWS = 1000

/** A save as either operation asks for it. */
export interface WorkflowSave {
  input: WorkflowInput
  /** The sources wanted, given those that are stored; undefined leaves them. */
  sources: (stored: readonly WorkflowSource[]) => WantedSource[] | undefined
  readJson: ReadScheduleJson
}

/**
 * Creates a workflow (id 0) or changes one, with its schedule and sources. What the input leaves out stays. Who came by
 * a source that goes away leaves at the next run. A save that changes nothing leaves no trace.
 *
 * @throws 404; 409 stale-audit-id; 412; 422 workflow-rule, unknown-reference, too-many.
 */
export const saveWorkflow = async (
  scope: Scope,
  id: number,
  { input, sources, readJson }: WorkflowSave,
  expected: ExpectedVersion,
): Promise<Workflow> => {
  const author = (await actorDisplayName(scope)) ?? 'System'
  return scope.db.transaction(async (tx) => {
    const current = id === 0 ? undefined : await holdWorkflow(scope, tx, id)
    if (current) assertVersion(current.auditId, expected)
    else await assertRoom(scope, tx)
    const faults = new WorkflowFaults()
    const data = readWorkflow(input, current, readJson, faults)
    const { tenantId } = scope.db
    const { stored, groupIds } = await holdSources(scope, tx, id, sources)
    const wanted = sources(stored)
    checkSources(wanted, faults)
    const isActive = input.IsActive ?? current?.isActive ?? false
    if (isActive && !current?.isActive) await checkRunnable(tx, tenantId, id, wanted ?? stored, faults)
    faults.refuse()
    if (current && isSame(current, { ...data, isActive }) && !areOthers(stored, wanted)) return current
    assertGroups(groupIds, wanted)
    const columns = { ...data, ...switching(scope, current, isActive) }
    const saved = current ? await change(tx, current, columns) : await create(scope, tx, columns, author)
    if (wanted) await writeSources(tx, saved, stored, wanted)
    await recordWorkflow(scope, tx, saved, current ? 'updated' : 'created', { ...input })
    if (saved.isActive) await wakeWorkflow(scope, tx, saved)
    return saved
  })
}

/**
 * Switches a workflow on or off; a pause after failures is over when it is switched on. Undefined leaves it as it is,
 * without a trace, and so does what it is already.
 *
 * @throws 404; 409 stale-audit-id; 412; 422 workflow-rule.
 */
export const switchWorkflow = (
  scope: Scope,
  id: number,
  wanted: boolean | undefined,
  expected: ExpectedVersion,
): Promise<Workflow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await holdWorkflow(scope, tx, id)
    assertVersion(current.auditId, expected)
    const isActive = wanted ?? current.isActive
    if (current.isActive === isActive) return current
    const faults = new WorkflowFaults()
    const { stored } = await holdSources(scope, tx, id)
    if (isActive) await checkRunnable(tx, tenantId, id, stored, faults)
    faults.refuse()
    const saved = await change(tx, current, switching(scope, current, isActive))
    await recordWorkflow(scope, tx, saved, 'updated', { IsActive: isActive })
    if (isActive) await wakeWorkflow(scope, tx, saved)
    return saved
  })

type Columns = ReturnType<typeof switching> & WorkflowData

const change = (tx: Transaction, { tenantId, id }: Workflow, columns: Partial<Columns>): Promise<Workflow> =>
  tx.workflow.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...columns, auditId: { increment: 1 } },
  })

const create = ({ db, actor, clock }: Scope, tx: Transaction, columns: Columns, author: string): Promise<Workflow> =>
  tx.workflow.create({
    data: { ...columns, tenantId: db.tenantId, createdBy: actorName(actor), author, createdAt: clock.now() },
  })

const isSame = (current: Workflow, data: WorkflowData & Pick<Workflow, 'isActive'>): boolean =>
  Object.entries(data).every(([name, value]) => isDeepStrictEqual(current[name as keyof typeof data], value))

/** The columns that go with being on or off. A workflow that runs is told to look at its sources. */
const switching = ({ clock }: Scope, current: Workflow | undefined, isActive: boolean) => {
  if (!isActive) return { isActive }
  const now = clock.now()
  const isNew = !current?.isActive
  return {
    isActive,
    stirredAt: now,
    ...(isNew && { activatedAt: now, pausedAt: null, pausedReason: null, pausedStepId: null }),
  }
}

/** Refuses with 422 too-many where the tenant has all the workflows that it may have. */
export const assertRoom = async ({ db }: Scope, tx: Transaction): Promise<void> => {
  const { tenantId } = db
  await lockSubject(tx, { db }, 'workflow')
  if ((await tx.workflow.count({ where: { tenantId, deletedAt: null } })) >= MOST_WORKFLOWS)
    throw ruleRefused('too-many', `A tenant has at most ${MOST_WORKFLOWS} workflows.`)
}

/**
 * The sources whose groups are there, and which groups are, those that are wanted included: none of them is deleted until
 * the transaction ends.
 */
const holdSources = async (
  scope: Scope,
  tx: Transaction,
  workflowId: number,
  wanted: WorkflowSave['sources'] = () => undefined,
): Promise<{ stored: WorkflowSource[]; groupIds: ReadonlySet<number> }> => {
  const { tenantId } = scope.db
  const all = await tx.workflowSource.findMany({ where: { tenantId, workflowId }, orderBy: { id: 'asc' } })
  const named = [...all, ...(wanted(all) ?? [])].map(({ groupId }) => groupId)
  const groupIds = new Set(await lockRows(tx, scope, groupKind, named, 'share'))
  return { stored: all.filter(({ groupId }) => groupIds.has(groupId)), groupIds }
}

const checkSources = (wanted: readonly WantedSource[] = [], faults: WorkflowFaults): void => {
  for (const [at, { groupId, isAnti, pointer }] of wanted.entries()) {
    const other = wanted.slice(0, at).find((before) => before.groupId === groupId)
    if (!other) continue
    faults.add(pointer, other.isAnti === isAnti ? 'is named a second time' : 'is a source and an anti-source')
  }
}

const checkRunnable = async (
  tx: Transaction,
  tenantId: number,
  id: number,
  sources: readonly { isAnti: boolean }[],
  faults: WorkflowFaults,
): Promise<void> => {
  if (sources.every(({ isAnti }) => isAnti)) faults.add('/IsActive', 'needs a source that contacts enter by')
  const board = await readBoard(tx, tenantId, id)
  if (!board.first()) faults.add('/IsActive', 'needs an active step')
}

const assertGroups = (known: ReadonlySet<number>, wanted: readonly WantedSource[] = []): void => {
  const errors = wanted.flatMap(({ groupId, pointer }): FieldFault[] =>
    known.has(groupId) ? [] : [{ pointer, message: 'names no group' }],
  )
  if (errors.length > 0)
    throw ruleRefused('unknown-reference', 'The request refers to records that do not exist.', errors)
}

type Source = Pick<WorkflowSource, 'groupId' | 'isAnti'>

const isSameSource = (one: Source, other: Source): boolean =>
  one.groupId === other.groupId && one.isAnti === other.isAnti

/** Whether other sources are wanted than are stored; neither list names one twice. */
const areOthers = (stored: readonly Source[], wanted: readonly Source[] = stored): boolean =>
  stored.length !== wanted.length || wanted.some((source) => !stored.some((old) => isSameSource(source, old)))

const writeSources = async (
  tx: Transaction,
  { tenantId, id: workflowId }: Workflow,
  stored: readonly WorkflowSource[],
  wanted: readonly WantedSource[],
): Promise<void> => {
  const kept = stored.filter((old) => wanted.some((source) => isSameSource(source, old))).map(({ id }) => id)
  await tx.workflowSource.deleteMany({ where: { tenantId, workflowId, id: { notIn: kept } } })
  const added = wanted.filter((source) => !stored.some((old) => isSameSource(source, old)))
  await tx.workflowSource.createMany({
    data: added.map(({ groupId, isAnti }) => ({ tenantId, workflowId, groupId, isAnti })),
  })
}
