import type { WorkflowStepBoardInput } from '#contract/work/workflows'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { requestRunForFirstStep } from '../engine/engine.job.ts'
import { WorkflowFaults } from '../faults.input.ts'
import { recordBoardChange } from '../workflow-changes.service.ts'
import { lockWorkflow } from '../workflows.queries.ts'
import { parseLanes } from './board.input.ts'
import { movesOf } from './lanes.model.ts'
import { assertCanChange } from './step-scopes.model.ts'
import { readBoard } from './steps.queries.ts'
import { moveStepsSql } from './steps.sql.ts'

/**
 * Moves all steps of a workflow into the requested lanes and order; only their positions change.
 *
 * @throws 403 `insufficient-scope`; 404; 412; 422 `workflow-rule` naming the lane or step.
 */
export const saveBoard = (
  scope: Scope,
  workflowId: number,
  input: WorkflowStepBoardInput,
  expected: ExpectedVersion,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const workflow = await lockWorkflow(scope, tx, workflowId)
    assertVersion(workflow.boardAuditId, expected)
    const board = await readBoard(tx, tenantId, workflowId)
    const faults = new WorkflowFaults()
    const lanes = parseLanes(input, board, faults)
    faults.throwIfAny()
    assertCanChange(scope, workflow, board.inOrder())
    await tx.rows(moveStepsSql(tenantId, movesOf(board, lanes)))
    await recordBoardChange(scope, tx, workflow, { lanes: lanes.map((lane) => ({ ...lane })) })
    await requestRunForFirstStep(scope, tx, workflow, board.first() !== undefined)
  })
