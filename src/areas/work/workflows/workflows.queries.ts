import { memberCount } from '#areas/people/groups/groups.listing'
import { MAX_ID } from '#kernel/database/ids'
import { listJson } from '#kernel/database/json-sql'
import { notFound } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import type { Workflow } from '#prisma/client'
import { Prisma } from '#prisma/client'
import {
  activeRuns,
  completedRuns,
  earlyOptOuts,
  numberOfSteps,
  participants,
  workflowListing,
} from './workflows.listing.ts'

/** A source with its group, as the contract shows it, over `x` and `g`. */
const sourceRow = (scope: Scope) => Prisma.sql`x.id AS "WorkflowSourceId", x.group_id AS "GroupId", g.name AS "Name",
  ${memberCount(scope)} AS "MemberCount", x.is_anti AS "IsAnti"`

const sourceTables = Prisma.sql`workflow_source x
  JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL`

/** The documented row of a workflow `w`. */
const workflowRow = (scope: Scope) => Prisma.sql`w.id AS "WorkflowId", w.name AS "Name", w.author AS "Author",
  ${numberOfSteps} AS "NumberOfSteps",
  (SELECT string_agg(g.name, ', ' ORDER BY lower(g.name), g.id) FROM ${sourceTables}
    WHERE x.tenant_id = w.tenant_id AND x.workflow_id = w.id AND NOT x.is_anti) AS "Lists",
  ${participants} AS "TotalParticipants",
  CASE w.schedule_type_id WHEN 1 THEN 'Continuous' ELSE
    CASE w.schedule_type_id WHEN 2 THEN 'Daily' ELSE (SELECT string_agg(('{Mon,Tue,Wed,Thu,Fri,Sat,Sun}'::text[])[d], ', '
      ORDER BY d) FROM unnest(w.weekdays) AS d) END || ', ' || w.start_hour || ':00 to ' || w.end_hour || ':00'
  END AS "ScheduleDescription",
  CASE w.schedule_type_id WHEN 1 THEN NULL
    WHEN 2 THEN replace(json_build_object('StartHour', w.start_hour, 'EndHour', w.end_hour)::text, ' ', '')
    ELSE replace(json_build_object('Weekdays', w.weekdays, 'StartHour', w.start_hour, 'EndHour', w.end_hour)::text, ' ', '')
  END AS "ScheduleOptionsJson",
  ${activeRuns} AS "ActiveInProgram", ${earlyOptOuts} AS "EarlyOptOuts", ${completedRuns} AS "CompletedProgram",
  w.is_active AS "IsActive",
  ${listJson(Prisma.sql`SELECT ${sourceRow(scope)} FROM ${sourceTables}
    WHERE x.tenant_id = w.tenant_id AND x.workflow_id = w.id AND NOT x.is_anti ORDER BY lower(g.name), g.id`)}
    AS "ListsArray",
  w.schedule_type_id::text AS "SystemScheduleTypeId"`

/** The list of workflows. */
export const workflowList = (scope: Scope): List => ({ listing: workflowListing, columns: workflowRow(scope) })

/** One workflow as the list shows it, as JSON text; 404 where there is none. */
export const readWorkflowRow = async (scope: Scope, id: number): Promise<string> => {
  const [row] = await scope.db.rows<{ json: string }>(Prisma.sql`SELECT row_to_json(x)::text AS json FROM workflow w
    CROSS JOIN LATERAL (SELECT ${workflowRow(scope)}) x
    WHERE w.tenant_id = ${scope.db.tenantId}::integer AND w.id = ${id}::integer AND w.deleted_at IS NULL`)
  if (!row) throw notFound('workflow')
  return row.json
}

/** 404 where there is none. */
export const getWorkflow = async ({ db }: Scope, id: number): Promise<Workflow> => {
  const where = { tenantId: db.tenantId, id, deletedAt: null }
  const workflow = id > MAX_ID ? null : await db.prisma.workflow.findFirst({ where })
  if (!workflow) throw notFound('workflow')
  return workflow
}

/** A group that feeds a workflow or keeps out, with its name and size. */
export interface SourceRow {
  WorkflowSourceId: number
  GroupId: number
  Name: string
  MemberCount: number
  IsAnti: boolean
}

/** The sources of a workflow by the names of their groups, anti-sources included. */
export const listSources = (scope: Scope, workflowId: number): Promise<SourceRow[]> =>
  scope.db.rows<SourceRow>(Prisma.sql`SELECT ${sourceRow(scope)} FROM ${sourceTables}
    WHERE x.tenant_id = ${scope.db.tenantId} AND x.workflow_id = ${workflowId} ORDER BY lower(g.name), g.id`)

/** How many of each there are. */
export interface WorkflowCounts {
  steps: number
  participants: number
  active: number
  early: number
  completed: number
}

export const countWorkflow = async ({ db }: Scope, id: number): Promise<WorkflowCounts> => {
  const [counts] = await db.rows<WorkflowCounts>(Prisma.sql`SELECT ${numberOfSteps} AS steps,
    ${participants} AS participants, ${activeRuns} AS active, ${earlyOptOuts} AS early, ${completedRuns} AS completed
    FROM workflow w WHERE w.tenant_id = ${db.tenantId} AND w.id = ${id}`)
  return counts ?? { steps: 0, participants: 0, active: 0, early: 0, completed: 0 }
}
