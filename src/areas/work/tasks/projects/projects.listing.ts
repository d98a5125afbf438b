import type { FieldType, ListField, Listing } from '#kernel/listing/listing'
import { fold } from '#kernel/text/fold'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`p.id`

const field = (type: FieldType, sql: Sql, order?: Sql): ListField => ({
  type,
  sql,
  ...(order && { order: [{ type, sql: order }] }),
})
/** None counts as the last of days. */
const optionalDay = (sql: Sql): ListField =>
  field('date', sql, Prisma.sql`CASE WHEN ${sql} IS NULL THEN DATE '9999-12-31' ELSE ${sql} END`)

/** How many tasks the project `p` has, exact: kept by trigger. */
export const taskCount = (
  which: 'all' | 'open',
): Sql => Prisma.sql`(SELECT coalesce(sum(w.n), 0)::integer FROM record_count w
  WHERE w.tenant_id = p.tenant_id AND w.bucket = 'task:project:' || p.id || ${`:${which}`}::text)`

/** The list of projects, by name. */
export const projectListing: Listing = {
  from: Prisma.sql`project p`,
  tenant: Prisma.sql`p.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    ProjectId: field('integer', id, id),
    Name: field('text', Prisma.sql`p.name`, Prisma.sql`p.name_key COLLATE "C"`),
    ProjectTypeId: field('integer', Prisma.sql`p.type_id`),
    ManagerContactId: field('integer', Prisma.sql`p.manager_contact_id`),
    StartDate: optionalDay(Prisma.sql`p.start_date`),
    DueDate: optionalDay(Prisma.sql`p.due_date`),
    IsActive: field('boolean', Prisma.sql`p.is_active`),
    TaskCount: field('integer', taskCount('all')),
    OpenTaskCount: field('integer', taskCount('open')),
    CreatedDate: field('instant', Prisma.sql`p.created_at`, Prisma.sql`p.created_at`),
  },
  search: (tenantId, text) => ({
    found: Prisma.sql`SELECT p.id FROM project p
      WHERE p.tenant_id = ${tenantId}::integer AND position(${fold(text.trim())}::text IN p.name_key) > 0`,
  }),
}
