import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Workflow } from '#prisma/client'
import { endSelectedRunsSql } from '../runs/runs.sql.ts'
import { readBoard } from '../steps/steps.queries.ts'
import { lockActiveWorkflow } from '../workflows.queries.ts'
import {
  type ContactBatch,
  enterSql,
  type LeavingBatch,
  type LeavingReason,
  leavingRunIdsSql,
  listEnteringSql,
  listLeavingSql,
  type SourceMembers,
} from './engine.sql.ts'

/** Contacts in one transaction. */
const BATCH = 2000

const LEAVING: Readonly<Record<LeavingReason, string>> = {
  keptOut: 'The contact joined a group that is an anti-source.',
  left: 'The contact left the sources.',
}

/**
 * Ends the runs of contacts that have left the sources or joined an anti-source, and starts runs of contacts that can
 * enter. One statement each finds these contacts; the batch that writes them checks them again. After a crash at any
 * point, the same call does the rest.
 */
export const followSources = async (scope: Scope, { id: workflowId, allowReEntry }: Workflow): Promise<void> => {
  const { db } = scope
  const all = { tenantId: db.tenantId, workflowId, allowReEntry }
  for (const { ids, why } of await db.rows<LeavingBatch>(listLeavingSql(all, BATCH))) {
    await whileActive(scope, workflowId, (tx) => leave(scope, tx, { ...all, contactIds: ids }, why))
  }
  for (const { ids } of await db.rows<ContactBatch>(listEnteringSql(all, BATCH))) {
    await whileActive(scope, workflowId, (tx, { allowReEntry }) =>
      enter(scope, tx, { ...all, allowReEntry, contactIds: ids }),
    )
  }
}

/** Runs one transaction with the workflow locked; does nothing if it has been switched off or deleted. */
const whileActive = (
  scope: Scope,
  workflowId: number,
  work: (tx: Transaction, workflow: Workflow) => Promise<void>,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const workflow = await lockActiveWorkflow(scope, tx, workflowId)
    if (workflow) await work(tx, workflow)
  })

const leave = async (scope: Scope, tx: Transaction, members: SourceMembers, why: LeavingReason): Promise<void> => {
  const end = { state: 'optedout', reason: LEAVING[why] } as const
  await tx.rows(endSelectedRunsSql(scope, leavingRunIdsSql(members, why), end))
}

const enter = async (scope: Scope, tx: Transaction, members: SourceMembers): Promise<void> => {
  const first = (await readBoard(tx, members.tenantId, members.workflowId)).first()
  if (first) await tx.rows(enterSql(scope, members, first.id))
}
