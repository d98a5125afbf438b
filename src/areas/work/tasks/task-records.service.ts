import { recordChangesSql } from '#kernel/records/change-sql'
import type { Change } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import { taskEvents } from './tasks.events.ts'
import { changesOf, type TaskFields } from './tasks.model.ts'

/** A task that was made, changed or deleted. */
export interface TaskChange {
  id: number
  auditId: number
  before: TaskFields | null
  /** Null: it is gone. */
  after: TaskFields | null
  parentId?: number | null
}

/** Writes history and events of any number of tasks in one statement. */
export const recordTasks = async (scope: Scope, tx: Transaction, changed: readonly TaskChange[]): Promise<void> => {
  if (changed.length > 0) await tx.$queryRaw(recordChangesSql(scope, changed.map(changeOf)))
}

const changeOf = ({ id, auditId, before, after, parentId }: TaskChange): Change => {
  const known = after ?? before
  const payload: Prisma.InputJsonObject = {
    name: known?.name ?? null,
    contactId: known?.contactId ?? null,
    projectId: known?.projectId ?? null,
    assignedToContactId: known?.assigneeId ?? null,
    ...(parentId && { parentId }),
  }
  return {
    entity: 'task',
    entityId: id,
    auditId,
    action: after === null ? 'deleted' : before === null ? 'created' : 'updated',
    changes: after === null ? payload : changesOf(before, after),
    event: { kind: kindOf(before, after), payload },
  }
}

const kindOf = (before: TaskFields | null, after: TaskFields | null): string => {
  if (after === null) return taskEvents.deleted
  if (before === null) return taskEvents.created
  if (before.completedOn === null && after.completedOn !== null) return taskEvents.completed
  if (before.completedOn !== null && after.completedOn === null) return taskEvents.reopened
  return taskEvents.updated
}
