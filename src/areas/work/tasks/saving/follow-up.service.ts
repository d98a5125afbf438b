import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../../kernel/tenancy/tenant-db.ts'
import type { Day } from '../../../../kernel/time/calendar.ts'
import { FOLLOW_UP, USUAL_PRIORITY } from '../task-values.ts'
import { assertReferences, assertThere, chooseType, holdContactOf } from './references.ts'
import { insertTask } from './save-task.service.ts'
import { recordTasks } from './task-changes.ts'
import { blankTask } from './task-fields.ts'

/** A task that something else asks for. */
export interface FollowUp {
  contactId: number
  name: string
  description?: string | null
  /** Last day on which it is in time, in the tenant's time zone. */
  dueDate?: Day | null
  /** Contact id of a member of the staff. */
  assigneeId?: number | null
  /** 1 Low, 2 Medium, 3 High, 4 Urgent. */
  priorityId?: number
  /** The built-in type "Follow-up" where none is named. */
  typeId?: number
}

/**
 * Makes a follow-up task about a contact, in the transaction of what asks for it: once with it, or not at all. Answers
 * its id.
 *
 * @throws 422 unknown-reference where the contact, the assignee or the type is not there (any more), type-inactive.
 */
export const createFollowUp = async (scope: Scope, tx: Transaction, wanted: FollowUp): Promise<number> => {
  await holdContactOf(scope, tx, wanted.contactId)
  const type = wanted.typeId === undefined ? { SystemTaskTypeId: KIND } : { TaskTypeId: String(wanted.typeId) }
  const fields = {
    ...blankTask(wanted.name, await chooseType(scope, tx, type, null)),
    contactId: wanted.contactId,
    description: wanted.description ?? null,
    dueDate: wanted.dueDate ?? null,
    assigneeId: wanted.assigneeId ?? null,
    priorityId: wanted.priorityId ?? USUAL_PRIORITY,
  }
  await assertReferences(scope, tx, fields, null)
  const task = await insertTask(scope, tx, fields)
  await recordTasks(scope, tx, [task])
  return task.id
}

/**
 * Refuses what no follow-up could be made of, before any is asked for.
 *
 * @param place of the task in the request, under which faults are named.
 * @throws 422 unknown-reference, type-inactive.
 */
export const assertFollowUp = async (
  scope: Scope,
  tx: Transaction,
  { assigneeId, typeId }: { assigneeId?: number | null | undefined; typeId?: number | null | undefined },
  place: string,
): Promise<void> => {
  await assertThere(scope, tx, [
    { pointer: `${place}/AssignedToContactId`, id: assigneeId ?? null, kind: 'staff' },
    { pointer: `${place}/TaskTypeId`, id: typeId ?? null, kind: 'tasktype' },
  ])
  if (typeId) await chooseType(scope, tx, { TaskTypeId: String(typeId) }, null)
}

const KIND = String(FOLLOW_UP) as '5'
