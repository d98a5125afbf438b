import { notFound } from '#kernel/errors/problem'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { TaskFields } from './tasks.model.ts'

/** A task under the id that it has, or shall have. */
export interface TaskRecord {
  id: number
  fields: TaskFields
}

/** The columns of TaskFields, in the order of COLUMNS_AS. */
const COLUMNS = Prisma.sql`name, description, type_id, priority_id, project_id, milestone_id, contact_id,
  assigned_to_contact_id, start_date, due_date, estimated_hours, depends_on_id, completed_on, percent_complete, info_json`
const VALUES = Prisma.sql`r.name, r.description, r."typeId", r."priorityId", r."projectId", r."milestoneId",
  r."contactId", r."assigneeId", r."startDate", r."dueDate", r."estimatedHours", r."dependsOnId", r."completedOn",
  r.percent, r."infoJson"`
const RECORD = Prisma.sql`r(id int, "parentId" int, name text, description text, "typeId" int, "priorityId" int,
  "projectId" int, "milestoneId" int, "contactId" int, "assigneeId" int, "startDate" date, "dueDate" date,
  "estimatedHours" numeric, "dependsOnId" int, "completedOn" date, percent int, "infoJson" text)`

/** Ids for so many new tasks, ascending: they may refer to each other before they are there. */
export const newTaskIds = async (tx: Transaction, count: number): Promise<number[]> => {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    select nextval('task_item_id_seq')::integer as id from generate_series(1, ${count}::integer)`
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Makes tasks in one statement. */
export const insertTasks = async (
  { db, actor, clock }: Scope,
  tx: Transaction,
  records: readonly (TaskRecord & { parentId?: number | null })[],
): Promise<void> => {
  if (records.length === 0) return
  const [by, at] = [actorName(actor), clock.now()]
  await tx.$executeRaw`
    INSERT INTO task_item (tenant_id, id, parent_id, created_by, modified_by, created_at, modified_at, ${COLUMNS})
    SELECT ${db.tenantId}::int, r.id, r."parentId", ${by}::text, ${by}::text, ${at}::timestamptz, ${at}::timestamptz,
      ${VALUES}
    FROM jsonb_to_recordset(${textOf(records)}::jsonb) AS ${RECORD} ORDER BY r.id`
}

/** Changes tasks in one statement, each to its next version; 404 where one may not be changed after all. */
export const updateTasks = async (
  { db, actor, clock }: Scope,
  tx: Transaction,
  records: readonly TaskRecord[],
): Promise<void> => {
  if (records.length === 0) return
  const count = await tx.$executeRaw`
    UPDATE task_item t SET (${COLUMNS}) = (SELECT ${VALUES}), audit_id = t.audit_id + 1,
      modified_by = ${actorName(actor)}::text, modified_at = ${clock.now()}::timestamptz
    FROM jsonb_to_recordset(${textOf(records)}::jsonb) AS ${RECORD}
    WHERE t.tenant_id = ${db.tenantId}::int AND t.id = r.id`
  if (count < records.length) throw notFound('task')
}

const textOf = (records: readonly (TaskRecord & { parentId?: number | null })[]): string =>
  JSON.stringify(records.map(({ id, fields, parentId }) => ({ id, parentId: parentId ?? null, ...fields })))
