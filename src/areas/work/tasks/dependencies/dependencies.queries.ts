import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { requireProject } from '../projects/projects.queries.ts'
import { dependencyChoicesSql } from './dependencies.sql.ts'

interface DependencyChoices {
  choices: { id: number; name: string }[]
  /** The task that it depends on now. */
  selectedId: number | null
}

/**
 * Lists the tasks of a project (0: tasks without a project) that a task can depend on.
 *
 * @param taskId 0 for a task that is not saved yet.
 * @throws 404 if the task or the project does not exist.
 */
export const listDependencyChoices = async (
  scope: Scope,
  taskId: number,
  projectId: number,
): Promise<DependencyChoices> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, id: taskId }
  const task = taskId > 0 ? await prisma.taskItem.findFirst({ where, select: { dependsOnId: true } }) : null
  if (taskId > 0 && !task) throw notFound('task')
  if (projectId > 0) await requireProject(scope, projectId)
  const selectedId = task?.dependsOnId ?? null
  const choices = await scope.db.rows<{ id: number; name: string }>(
    dependencyChoicesSql(tenantId, { taskId, projectId, selectedId }),
  )
  return { choices, selectedId }
}
