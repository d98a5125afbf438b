import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Returns the task if it must be complete before a task that it would depend on: directly, through further dependencies,
 * or as a subtask.
 */
export const dependencyCycleSql = (tenantId: number, taskId: number, dependsOnId: number): Sql => Prisma.sql`
  WITH RECURSIVE needed (id) AS (
    SELECT ${dependsOnId}::integer
    UNION
    SELECT n.id FROM needed w CROSS JOIN LATERAL (
      SELECT d.depends_on_id AS id FROM task_item d
      WHERE d.tenant_id = ${tenantId}::integer AND d.id = w.id AND d.depends_on_id IS NOT NULL
      UNION ALL
      SELECT s.id FROM task_item s WHERE s.tenant_id = ${tenantId}::integer AND s.parent_id = w.id) n
  ) SELECT id FROM needed WHERE id = ${taskId}::integer`

/** Locks the open tasks that any of these tasks depends on, so that a transaction that completes one is waited for. */
export const openDependenciesSql = (tenantId: number, ids: readonly number[]): Sql => Prisma.sql`
  SELECT d.id FROM task_item t JOIN task_item d ON d.tenant_id = t.tenant_id AND d.id = t.depends_on_id
  WHERE t.tenant_id = ${tenantId}::integer AND t.id = ANY(${[...ids]}::integer[]) AND d.completed_on IS NULL
  ORDER BY d.id FOR SHARE OF d`

/** Clears the dependency of every task that depends on one of these. */
export const clearDependenciesSql = (
  tenantId: number,
  ids: readonly number[],
  { by, at }: { by: string; at: Date },
): Sql => Prisma.sql`
  UPDATE task_item SET depends_on_id = NULL, audit_id = audit_id + 1, modified_by = ${by}::text,
    modified_at = ${at}::timestamptz
  WHERE tenant_id = ${tenantId}::int AND depends_on_id = ANY(${[...ids]}::int[])`

const MAX_CHOICES = 1000

/**
 * Selects the tasks of a project (0: tasks without a project) that a task can depend on, by name: without the task
 * itself and without the tasks that must wait for it, through dependencies or as parents.
 */
export const dependencyChoicesSql = (
  tenantId: number,
  { taskId, projectId, selectedId }: { taskId: number; projectId: number; selectedId: number | null },
): Sql => Prisma.sql`
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
    ORDER BY t.id IS NOT DISTINCT FROM ${selectedId}::integer DESC, lower(t.name), t.id LIMIT ${MAX_CHOICES}::integer
  ) o ORDER BY lower(o.name), o.id`
