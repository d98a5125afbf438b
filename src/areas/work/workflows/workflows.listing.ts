import { countMembersSql } from '#areas/people/groups/groups.listing'
import { WorkflowListRow } from '#contract/work/workflows'
import { listJson } from '#kernel/database/json-sql'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Returns the number of contacts whose latest run in workflow `w` is in one of the states; triggers maintain it. The
 * buckets are an array rather than a subselect, so that PostgreSQL looks them up in the index and does not join all
 * totals of the tenant.
 */
const countRuns = (...states: string[]): Sql => Prisma.sql`(SELECT coalesce(sum(k.n), 0)::integer
  FROM record_count k WHERE k.tenant_id = w.tenant_id AND k.bucket = ANY (ARRAY[${Prisma.join(
    states.map((state) => Prisma.sql`'workflow:' || w.id || ${`:${state}`}::text`),
  )}]))`

export const activeRuns = countRuns('active')
export const completedRuns = countRuns('completed')
export const earlyOptOuts = countRuns('optedout', 'removed')
export const failedRuns = countRuns('failed')
export const participants = countRuns('active', 'completed', 'optedout', 'removed', 'failed')

export const numberOfSteps = Prisma.sql`(SELECT count(*)::integer FROM workflow_step s
  WHERE s.tenant_id = w.tenant_id AND s.workflow_id = w.id AND s.deleted_at IS NULL)`

/** The text that a search looks for words in. */
const searched = Prisma.sql`concat_ws(' ', w.name, w.description, w.author,
  (SELECT string_agg(g.name, ' ') FROM workflow_source x
    JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
    WHERE x.tenant_id = w.tenant_id AND x.workflow_id = w.id AND NOT x.is_anti))`

/** Sources `x` with their groups `g` that are not deleted. */
export const sourceTables = Prisma.sql`workflow_source x
  JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL`

/** The names of the groups that contacts come from. */
const lists = Prisma.sql`(SELECT string_agg(g.name, ', ' ORDER BY lower(g.name), g.id) FROM ${sourceTables}
    WHERE x.tenant_id = w.tenant_id AND x.workflow_id = w.id AND NOT x.is_anti)`

const schedule = Prisma.sql`CASE w.schedule_type_id WHEN 1 THEN 'Continuous' ELSE
    CASE w.schedule_type_id WHEN 2 THEN 'Daily' ELSE (SELECT string_agg(('{Mon,Tue,Wed,Thu,Fri,Sat,Sun}'::text[])[d], ', '
      ORDER BY d) FROM unnest(w.weekdays) AS d) END || ', ' || w.start_hour || ':00 to ' || w.end_hour || ':00'
  END`

/** A tenant has at most 1000 workflows, so their counts need no index. */
const workflowListing: Listing = {
  from: Prisma.sql`workflow w`,
  row: WorkflowListRow,
  tenant: Prisma.sql`w.tenant_id`,
  id: Prisma.sql`w.id`,
  listed: Prisma.sql`w.deleted_at IS NULL`,
  defaultOrder: 'Name',
  fields: {
    WorkflowId: valueField('integer', Prisma.sql`w.id`),
    Name: nameField(Prisma.sql`w.name`),
    Author: nameField(Prisma.sql`w.author`),
    NumberOfSteps: valueField('integer', numberOfSteps),
    TotalParticipants: valueField('integer', participants),
    ActiveInProgram: valueField('integer', activeRuns),
    EarlyOptOuts: valueField('integer', earlyOptOuts),
    CompletedProgram: valueField('integer', completedRuns),
    Failed: valueField('integer', failedRuns),
    IsActive: valueField('boolean', Prisma.sql`w.is_active`),
    SystemScheduleTypeId: valueField('integer', Prisma.sql`w.schedule_type_id::integer`),
    Lists: nameField(lists),
    ScheduleDescription: valueField('text', schedule),
  },
  searched,
}

/** Returns the documented columns of a source `x` with its group `g`. */
export const sourceColumns = (scope: Scope): Sql =>
  columnsOf(
    {},
    {
      WorkflowSourceId: Prisma.sql`x.id`,
      GroupId: Prisma.sql`x.group_id`,
      Name: Prisma.sql`g.name`,
      MemberCount: countMembersSql(scope),
      IsAnti: Prisma.sql`x.is_anti`,
    },
  )

/** Returns the documented columns of a workflow `w`. */
const workflowColumns = (scope: Scope) =>
  columnsOf(workflowListing.fields, {
    ScheduleOptionsJson: Prisma.sql`CASE w.schedule_type_id WHEN 1 THEN NULL
    WHEN 2 THEN replace(json_build_object('StartHour', w.start_hour, 'EndHour', w.end_hour)::text, ' ', '')
    ELSE replace(json_build_object('Weekdays', w.weekdays, 'StartHour', w.start_hour, 'EndHour', w.end_hour)::text, ' ', '')
  END`,
    ListsArray: listJson(Prisma.sql`SELECT ${sourceColumns(scope)} FROM ${sourceTables}
    WHERE x.tenant_id = w.tenant_id AND x.workflow_id = w.id AND NOT x.is_anti ORDER BY lower(g.name), g.id`),
    SystemScheduleTypeId: Prisma.sql`w.schedule_type_id::text`,
  })

export const workflowList = (scope: Scope): List => ({ listing: workflowListing, columns: workflowColumns(scope) })
