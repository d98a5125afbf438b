import { columnsOf, hiddenField } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { ListField, Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`p.id`

/** Returns the field of a day, ordered as the last day if it is missing. */
const optionalDay = (sql: Sql): ListField =>
  valueField('date', sql, Prisma.sql`CASE WHEN ${sql} IS NULL THEN DATE '9999-12-31' ELSE ${sql} END`)

/** Counts the tasks of the project `p`: triggers maintain the exact totals. */
const taskCount = (which: 'all' | 'open'): Sql => Prisma.sql`(SELECT coalesce(sum(w.n), 0)::integer FROM record_count w
  WHERE w.tenant_id = p.tenant_id AND w.bucket = 'task:project:' || p.id || ${`:${which}`}::text)`

// Used only by filters and orders, so that no page and no total joins another table.
const typeName = Prisma.sql`(SELECT k.name FROM project_type k WHERE k.tenant_id = p.tenant_id AND k.id = p.type_id)`
const managerName = Prisma.sql`(SELECT m.display_name FROM contact m
  WHERE m.tenant_id = p.tenant_id AND m.id = p.manager_contact_id)`

const projectListing: Listing = {
  from: Prisma.sql`project p`,
  tenant: Prisma.sql`p.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    ProjectId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`p.audit_id`),
    Name: valueField('text', Prisma.sql`p.name`, Prisma.sql`p.name_key COLLATE "C"`),
    ProjectTypeId: optionalField('integer', Prisma.sql`p.type_id`),
    ProjectType: nameField(typeName),
    ManagerContactId: optionalField('integer', Prisma.sql`p.manager_contact_id`),
    Manager: nameField(managerName),
    StartDate: optionalDay(Prisma.sql`p.start_date`),
    DueDate: optionalDay(Prisma.sql`p.due_date`),
    IsActive: valueField('boolean', Prisma.sql`p.is_active`),
    TaskCount: valueField('integer', taskCount('all')),
    OpenTaskCount: valueField('integer', taskCount('open')),
    CreatedDate: hiddenField(valueField('instant', Prisma.sql`p.created_at`)),
  },
  searched: Prisma.sql`p.name`,
}

export const projectColumns: Sql = columnsOf(projectListing.fields, {
  ProjectType: Prisma.sql`k.name`,
  ManagerContactId: Prisma.sql`m.id`,
  Manager: Prisma.sql`m.display_name`,
  StartDate: Prisma.sql`p.start_date`,
  DueDate: Prisma.sql`p.due_date`,
})

/** The tables of a row in addition to the project `p`: type `k` and manager `m`. */
export const projectJoins: Sql = Prisma.sql`LEFT JOIN project_type k ON k.tenant_id = p.tenant_id AND k.id = p.type_id
  LEFT JOIN contact m ON m.tenant_id = p.tenant_id AND m.id = p.manager_contact_id AND m.deleted_at IS NULL`

/** The list of projects, by name. */
export const projectList: List = { listing: projectListing, columns: projectColumns, joins: projectJoins }
