import { foldedTextSql } from '#kernel/listing/folded-text-sql'
import { type FieldType, type ListField, type Listing, orEmptySql } from '#kernel/listing/listing'
import { fold, foldedWords } from '#kernel/text/fold'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`t.id`
const byId = { type: 'integer', sql: id } as const

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })
const optionalNumber = (sql: Sql): ListField =>
  field('integer', sql, Prisma.sql`CASE WHEN ${sql} IS NULL THEN 0 ELSE ${sql} END`)
const optionalText = (sql: Sql): ListField => field('text', sql, orEmptySql(sql))
/** None counts as the last of days. */
const optionalDay = (sql: Sql): ListField =>
  field('date', sql, Prisma.sql`CASE WHEN ${sql} IS NULL THEN DATE '9999-12-31' ELSE ${sql} END`)

const contactName = (column: Sql): Sql => Prisma.sql`(SELECT n.display_name FROM contact n
  WHERE n.tenant_id = t.tenant_id AND n.id = ${column})`
const ofType = (column: Sql): Sql => Prisma.sql`(SELECT k.${column} FROM task_type k
  WHERE k.tenant_id = t.tenant_id AND k.id = t.type_id)`
const projectName = Prisma.sql`(SELECT p.name FROM project p WHERE p.tenant_id = t.tenant_id AND p.id = t.project_id)`

/** Words of a search that count. */
const MOST_WORDS = 8

/** Whether a word is in name or description, or in the names of contact, assignee or project. */
const holdsWord = (word: string): Sql => {
  const [inNames, inProjects] = [foldedWords(word).join(' '), fold(word)]
  const tests = [
    Prisma.sql`position(${foldedTextSql(Prisma.sql`${word}::text`)} IN t.search_text) > 0`,
    ...(inNames === '' ? [] : [Prisma.sql`position(${inNames}::text IN c.sort_name) > 0`]),
    ...(inNames === '' ? [] : [Prisma.sql`position(${inNames}::text IN a.sort_name) > 0`]),
    ...(inProjects === '' ? [] : [Prisma.sql`position(${inProjects}::text IN p.name_key) > 0`]),
  ]
  return Prisma.sql`(${Prisma.join(tests, ' OR ')})`
}

/** Tasks that hold every word. */
const foundSql = (tenantId: number, text: string): Sql | null => {
  const words = text.trim().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  if (words.length === 0) return null
  return Prisma.sql`SELECT t.id FROM task_item t
    LEFT JOIN contact c ON c.tenant_id = t.tenant_id AND c.id = t.contact_id
    LEFT JOIN contact a ON a.tenant_id = t.tenant_id AND a.id = t.assigned_to_contact_id
    LEFT JOIN project p ON p.tenant_id = t.tenant_id AND p.id = t.project_id
    WHERE t.tenant_id = ${tenantId}::integer AND ${Prisma.join(words.map(holdsWord), ' AND ')}`
}

/** What a list of tasks holds. */
export interface TaskSelection {
  /** Conditions over the task `t`, all of which must hold. */
  conditions: readonly Sql[]
  /** Where the conditions are what a kept count is kept by: its bucket in record_count. */
  bucket?: string | undefined
}

/** A list of tasks: by due date (none last), then from urgent to low. */
export const taskListing = ({ conditions, bucket }: TaskSelection): Listing => ({
  from: Prisma.sql`task_item t`,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  contact: Prisma.sql`t.contact_id`,
  listed: conditions.length > 0 ? Prisma.join([...conditions], ' AND ') : Prisma.sql`true`,
  defaultOrder: 'DueDate, TaskPriorityId desc',
  fields: {
    TaskItemId: { type: 'integer', sql: id, order: [byId] },
    Name: field('text', Prisma.sql`t.name`),
    TaskPriorityId: field('integer', Prisma.sql`t.priority_id`),
    SystemTaskTypeId: field('integer', ofType(Prisma.sql`kind_id`)),
    TaskType: field('text', ofType(Prisma.sql`name`)),
    ContactId: optionalNumber(Prisma.sql`t.contact_id`),
    Contact: optionalText(contactName(Prisma.sql`t.contact_id`)),
    AssignedToContactId: optionalNumber(Prisma.sql`t.assigned_to_contact_id`),
    AssignedToContact: optionalText(contactName(Prisma.sql`t.assigned_to_contact_id`)),
    StartDate: optionalDay(Prisma.sql`t.start_date`),
    DueDate: field('date', Prisma.sql`t.due_date`, Prisma.sql`t.due_order`),
    CompletedDate: optionalDay(Prisma.sql`t.completed_on`),
    PercentComplete: field('integer', Prisma.sql`t.percent_complete`),
    ProjectId: optionalNumber(Prisma.sql`t.project_id`),
    ProjectName: optionalText(projectName),
  },
  search: (tenantId, text) => {
    const found = foundSql(tenantId, text)
    return found && { found }
  },
  ...(bucket !== undefined && { totals: { values: {}, bucket: () => bucket } }),
})

/** The tasks of a calendar, by their first day. The conditions leave out those that have none. */
export const calendarListing = (selection: TaskSelection): Listing => {
  const listing = taskListing(selection)
  const StartDate = field('date', Prisma.sql`t.start_date`, Prisma.sql`t.first_day`)
  return { ...listing, fields: { ...listing.fields, StartDate }, defaultOrder: 'StartDate, DueDate' }
}
