import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { WorkflowStep as StepRow } from '#prisma/client'
import { Board } from './board.model.ts'
import type { Step } from './step.model.ts'

/** A stored step as rules and engine see it. Its options were checked when they were stored. */
export const stepOf = (row: StepRow): Step =>
  ({
    typeId: row.typeId,
    options: row.options,
    id: row.id,
    auditId: row.auditId,
    workflowId: row.workflowId,
    logicStepId: row.logicStepId,
    isInverse: row.isInverse,
    position: row.position,
    isActive: row.isActive,
  }) as unknown as Step

/** The steps of a workflow; empty where there is none. */
export const readBoard = async (tx: Models, tenantId: number, workflowId: number): Promise<Board> => {
  const rows = await tx.workflowStep.findMany({ where: { tenantId, workflowId, deletedAt: null } })
  return new Board(rows.map(stepOf))
}

/** A step among the others of its workflow; 404 where that has none of the id. */
export const getStep = async ({ db }: Scope, workflowId: number, id: number): Promise<{ step: Step; board: Board }> => {
  const board = await readBoard(db.prisma, db.tenantId, workflowId)
  const step = board.step(id)
  if (!step) throw notFound('step of the workflow')
  return { step, board }
}

/** How many contacts are at each step now. */
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
