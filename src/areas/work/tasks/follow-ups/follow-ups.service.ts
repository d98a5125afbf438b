import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { assertReferences, assertThere, chooseType, holdContacts } from '../references.queries.ts'
import { recordTasks } from '../task-records.service.ts'
import { FOLLOW_UP, USUAL_PRIORITY } from '../task-values.ts'
import { blankTask } from '../tasks.model.ts'
import { insertTasks, newTaskIds } from '../tasks.sql.ts'

/** Tasks that something else asks for, the same about each contact. */
export interface FollowUp {
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
 * Makes a follow-up task about each contact, in the transaction of what asks for it: once with it, or not at all. A
 * handful of statements, however many they are. Answers the tasks' ids by contact; contacts that are not there (any
 * more) are left out.
 *
 * @throws 422 unknown-reference where the assignee or the type is not there (any more), type-inactive.
 */
export const createFollowUps = async (
  scope: Scope,
  tx: Transaction,
  wanted: FollowUp,
  contactIds: readonly number[],
): Promise<Map<number, number>> => {
  const type = wanted.typeId === undefined ? { SystemTaskTypeId: KIND } : { TaskTypeId: String(wanted.typeId) }
  const fields = {
    ...blankTask(wanted.name, await chooseType(scope, tx, type, null)),
    description: wanted.description ?? null,
    dueDate: wanted.dueDate ?? null,
    assigneeId: wanted.assigneeId ?? null,
    priorityId: wanted.priorityId ?? USUAL_PRIORITY,
  }
  await holdContacts(scope, tx, [fields.assigneeId])
  await assertReferences(scope, tx, fields, null)
  const about = await holdThose(scope, tx, contactIds)
  const ids = await newTaskIds(tx, about.length)
  const tasks = ids.map((id, at) => ({ id, fields: { ...fields, contactId: about[at] ?? null } }))
  await insertTasks(scope, tx, tasks)
  const made = tasks.map(({ id, fields: after }) => ({ id, auditId: 1, before: null, after }))
  await recordTasks(scope, tx, made)
  return new Map(about.map((contactId, at) => [contactId, ids[at] ?? 0]))
}

/** Those that are there, neither merged nor deleted meanwhile. */
const holdThose = async ({ db }: Scope, tx: Transaction, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select id from contact where tenant_id = ${db.tenantId} and id = any(${[...ids]}::int[]) and deleted_at is null
    order by id for share`
  return rows.map(({ id }) => id)
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
  await holdContacts(scope, tx, [assigneeId ?? null])
  await assertThere(scope, tx, [
    { pointer: `${place}/AssignedToContactId`, id: assigneeId ?? null, kind: 'staff' },
    { pointer: `${place}/TaskTypeId`, id: typeId ?? null, kind: 'tasktype' },
  ])
  if (typeId) await chooseType(scope, tx, { TaskTypeId: String(typeId) }, null)
}

const KIND = String(FOLLOW_UP) as '5'
