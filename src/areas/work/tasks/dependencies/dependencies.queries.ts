import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'

/** Choices of one answer. */
const MOST_CHOICES = 1000

/** What a task may depend on, and what it depends on now. */
export interface DependencyChoices {
  choices: { id: number; name: string }[]
  selectedId: number | null
}

/**
 * The tasks of a project (0: of none) that a task may depend on, by name: neither it nor what waits for it, through
 * dependencies or through subtasks. 404 where there is no such task (other than 0) or project.
 */
export const dependencyChoices = async (
  { db }: Scope,
  taskId: number,
  projectId: number,
): Promise<DependencyChoices> => {
  const { tenantId } = db
  const task =
    taskId > 0
      ? await db.prisma.taskItem.findFirst({ where: { tenantId, id: taskId }, select: { dependsOnId: true } })
      : null
  if (taskId > 0 && !task) throw notFound('task')
  if (
    projectId > 0 &&
    !(await db.prisma.project.findFirst({ where: { tenantId, id: projectId }, select: { id: true } }))
  )
    throw notFound('project')
  const selectedId = task?.dependsOnId ?? null
  const choices = await db.rows<{ id: number; name: string }>(Prisma.sql`
    WITH RECURSIVE waits (id) AS (
      SELECT ${taskId}::integer
      UNION
      SELECT n.id FROM waits w CROSS JOIN LATERAL (
        SELECT d.id FROM task_item d WHERE d.tenant_id = ${tenantId}::integer AND d.depends_on_id = w.id
        UNION ALL
        SELECT s.parent_id FROM task_item s
        WHERE s.tenant_id = ${tenantId}::integer AND s.id = w.id AND s.parent_id IS NOT NULL) n
    )
    SELECT o.id, o.name FROM (
      SELECT t.id, t.name FROM task_item t
      WHERE t.tenant_id = ${tenantId}::integer AND t.project_id IS NOT DISTINCT FROM nullif(${projectId}::integer, 0)
        AND t.id NOT IN (SELECT id FROM waits)
      ORDER BY t.id IS NOT DISTINCT FROM ${selectedId}::integer DESC, lower(t.name), t.id LIMIT ${MOST_CHOICES}::integer
    ) o ORDER BY lower(o.name), o.id`)
  return { choices, selectedId }
}
