import { findDeletedContacts } from '#areas/people/contacts/contacts.queries'
import { findSignatureIds } from '#areas/people/signatures/signatures.queries'
import type { WorkflowPendingContact } from '#contract/work/workflows'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { WorkflowStep as StepRow } from '#prisma/client'
import { Board } from './board.model.ts'
import { fieldIdsOf, groupIdsOf, STEP, type Step, signatureIdsOf, templateIdsOf } from './step.model.ts'
import type { StepNames } from './step-description.model.ts'
import { countAtStepsSql, listPendingSql, type StepCounts } from './steps.sql.ts'

const MAX_PENDING = 1000

/** Options that emails of older versions lack. */
const LATER_EMAIL_OPTIONS = { SignatureId: null }

/** Returns the step of a row. A save has validated its options. */
export const stepOf = (row: StepRow): Step =>
  ({
    typeId: row.typeId,
    options: row.typeId === STEP.sendEmail ? { ...LATER_EMAIL_OPTIONS, ...(row.options as object) } : row.options,
    id: row.id,
    auditId: row.auditId,
    workflowId: row.workflowId,
    logicStepId: row.logicStepId,
    isInverse: row.isInverse,
    position: row.position,
    isActive: row.isActive,
  }) as Step

/** Reads the steps of a workflow; the board is empty if there are none. */
export const readBoard = async (tx: Models, tenantId: number, workflowId: number): Promise<Board> => {
  const rows = await tx.workflowStep.findMany({ where: { tenantId, workflowId, deletedAt: null } })
  return new Board(rows.map(stepOf))
}

export const findStep = async ({ db }: Scope, workflowId: number, id: number): Promise<Step | undefined> => {
  const where = { tenantId: db.tenantId, workflowId, id, deletedAt: null }
  const row = await db.prisma.workflowStep.findFirst({ where })
  return row ? stepOf(row) : undefined
}

/** Lists all steps of a workflow, deleted ones included. */
export const listAllSteps = async (tx: Models, tenantId: number, workflowId: number): Promise<Step[]> =>
  (await tx.workflowStep.findMany({ where: { tenantId, workflowId } })).map(stepOf)

/** Returns a step with the other steps of its workflow. @throws 404. */
export const getStep = async ({ db }: Scope, workflowId: number, id: number): Promise<{ step: Step; board: Board }> => {
  const board = await readBoard(db.prisma, db.tenantId, workflowId)
  const step = board.step(id)
  if (!step) throw notFound('step of the workflow')
  return { step, board }
}

/** Lists the contacts that are at a step now, the soonest first. */
export const listPending = (scope: Scope, stepId: number): Promise<WorkflowPendingContact[]> =>
  scope.db.rows<WorkflowPendingContact>(listPendingSql(scope, stepId, MAX_PENDING))

/** Counts the contacts at each step now. */
export const countPending = async (
  tx: Models,
  tenantId: number,
  stepIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await tx.workflowRun.groupBy({
    by: ['stepId'],
    where: { tenantId, state: 'active', stepId: { in: [...stepIds] } },
    _count: { _all: true },
  })
  return new Map(rows.map(({ stepId, _count }) => [stepId ?? 0, _count._all]))
}

/** Counts the contacts that are at each step now, and those that stay at it because it failed. */
export const countAtSteps = async (
  { db }: Scope,
  stepIds: readonly number[],
): Promise<ReadonlyMap<number, StepCounts>> => {
  const rows = await db.rows<StepCounts>(countAtStepsSql(db.tenantId, stepIds))
  return new Map(rows.map((row) => [row.stepId, row]))
}

/** Reads the names of the records that steps reference, with five statements at most. */
export const readStepNames = async (tx: Models, tenantId: number, steps: readonly Step[]): Promise<StepNames> => {
  const ids = {
    groups: steps.flatMap(groupIdsOf),
    templates: steps.flatMap(templateIdsOf),
    fields: steps.flatMap(fieldIdsOf),
  }
  const [groups, templates, fields, deletedAssignees, signatures] = await Promise.all([
    ids.groups.length === 0
      ? []
      : tx.group.findMany({
          where: { tenantId, id: { in: ids.groups }, deletedAt: null },
          select: { id: true, name: true },
        }),
    ids.templates.length === 0
      ? []
      : tx.mailTemplate.findMany({
          where: { tenantId, id: { in: ids.templates } },
          select: { id: true, name: true, category: true },
        }),
    ids.fields.length === 0
      ? []
      : tx.customField.findMany({
          where: { tenantId, id: { in: ids.fields }, deletedAt: null },
          select: { id: true, displayName: true },
        }),
    findDeletedContacts(tx, tenantId, steps.flatMap(assigneeIds)),
    findSignatureIds(tx, tenantId, steps.flatMap(signatureIdsOf)),
  ])
  return {
    groups: new Map(groups.map(({ id, name }) => [id, name])),
    templates: new Map(templates.map(({ id, name }) => [id, name])),
    templatesWithoutCategory: new Set(templates.flatMap(({ id, category }) => (category === null ? [id] : []))),
    signatures,
    fields: new Map(fields.map(({ id, displayName }) => [id, displayName])),
    deletedAssignees,
  }
}

const assigneeIds = (step: Step): number[] =>
  step.typeId === STEP.createFollowUpReminder && step.options.AssignedToContactId
    ? [step.options.AssignedToContactId]
    : []
