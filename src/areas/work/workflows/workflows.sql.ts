import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import {
  activeRuns,
  completedRuns,
  earlyOptOuts,
  failedRuns,
  numberOfSteps,
  participants,
  sourceColumns,
  sourceTables,
} from './workflows.listing.ts'

/** A group that contacts enter by, or that excludes its members, in the documented shape. */
export interface SourceRow {
  WorkflowSourceId: number
  GroupId: number
  Name: string
  MemberCount: number
  IsAnti: boolean
}

/** Selects the sources of a workflow by the names of their groups, anti-sources included. */
export const listSourcesSql = (scope: Scope, workflowId: number): Sql => Prisma.sql`
  SELECT ${sourceColumns(scope)} FROM ${sourceTables}
  WHERE x.tenant_id = ${scope.db.tenantId} AND x.workflow_id = ${workflowId} ORDER BY lower(g.name), g.id`

export interface WorkflowCounts {
  steps: number
  participants: number
  active: number
  early: number
  completed: number
  failed: number
}

/** Selects the numbers of steps and contacts of a workflow. */
export const countWorkflowSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT ${numberOfSteps} AS steps, ${participants} AS participants, ${activeRuns} AS active, ${earlyOptOuts} AS early,
    ${completedRuns} AS completed, ${failedRuns} AS failed
  FROM workflow w WHERE w.tenant_id = ${tenantId} AND w.id = ${id}`

/** Counts the workflows of all tenants that failures have switched off. */
export const countPausedSql = Prisma.sql`
  SELECT count(*)::int AS value FROM workflow WHERE paused_at IS NOT NULL AND NOT is_active AND deleted_at IS NULL`
