import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { findRequestedType, lockGivenContacts, requireRecords, requireTaskReferences } from '../references.queries.ts'
import { getNewTaskIds, insertTasks, recordTasks } from '../task-records.service.ts'
import { DEFAULT_PRIORITY, FOLLOW_UP, makeDefaultTask } from '../tasks.model.ts'

/** A follow-up task, the same for each contact. */
export interface FollowUp {
  name: string
  description?: string | null
  /** In the time zone of the tenant. */
  dueDate?: Day | null
  /** The contact id of a member of the staff. */
  assigneeId?: number | null
  /** 1 Low, 2 Medium, 3 High, 4 Urgent. */
  priorityId?: number
  /** The built-in type "Follow-up" if absent. */
  typeId?: number
}

const KIND = String(FOLLOW_UP) as '5'
const liveContacts = { table: 'contact', isSoftDeleted: true }

/**
 * Creates a follow-up task for each contact, in the caller's transaction. The number of statements does not depend on
 * the number of contacts. Returns the tasks' ids by contact; contacts that do not exist or are deleted are left out.
 *
 * @throws 422 unknown-reference if the assignee or type does not exist, type-inactive.
 */
export const createFollowUps = async (
  scope: Scope,
  tx: Transaction,
  followUp: FollowUp,
  contactIds: readonly number[],
): Promise<Map<number, number>> => {
  const type = followUp.typeId === undefined ? { SystemTaskTypeId: KIND } : { TaskTypeId: String(followUp.typeId) }
  const fields = {
    ...makeDefaultTask(followUp.name, await findRequestedType(scope, tx, type, null)),
    description: followUp.description ?? null,
    dueDate: followUp.dueDate ?? null,
    assigneeId: followUp.assigneeId ?? null,
    priorityId: followUp.priorityId ?? DEFAULT_PRIORITY,
  }
  await lockGivenContacts(scope, tx, [fields.assigneeId])
  await requireTaskReferences(scope, tx, fields, null)
  const existing = await lockRows(scope, tx, liveContacts, contactIds, 'share')
  const ids = await getNewTaskIds(scope, tx, existing.length)
  const tasks = ids.map((id, index) => ({ id, fields: { ...fields, contactId: existing[index] ?? null } }))
  await insertTasks(scope, tx, tasks)
  const changes = tasks.map(({ id, fields: after }) => ({ id, auditId: 1, before: null, after }))
  await recordTasks(scope, tx, changes)
  return new Map(existing.map((contactId, index) => [contactId, ids[index] ?? 0]))
}

/**
 * Rejects an assignee and a type for which no follow-up could be created.
 *
 * @param pointer of the follow-up in the request.
 * @throws 422 unknown-reference, type-inactive.
 */
export const requireFollowUp = async (
  scope: Scope,
  tx: Transaction,
  { assigneeId, typeId }: { assigneeId?: number | null | undefined; typeId?: number | null | undefined },
  pointer: string,
): Promise<void> => {
  await lockGivenContacts(scope, tx, [assigneeId ?? null])
  await requireRecords(scope, tx, [
    { pointer: `${pointer}/AssignedToContactId`, id: assigneeId ?? null, kind: 'staff' },
    { pointer: `${pointer}/TaskTypeId`, id: typeId ?? null, kind: 'tasktype' },
  ])
  if (typeId) await findRequestedType(scope, tx, { TaskTypeId: String(typeId) }, null)
}
