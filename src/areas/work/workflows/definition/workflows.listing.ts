import { foldedTextSql } from '#kernel/listing/folded-text-sql'
import type { FieldType, ListField, Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })
const byText = (sql: Sql): Sql => Prisma.sql`lower(${sql}) COLLATE "C"`

/**
 * Contacts whose latest run in workflow `w` is in one of the states, kept by trigger. The buckets are an array and no
 * subselect: they are looked up in the index, not joined to all totals of the tenant.
 */
const countRuns = (...states: string[]): Sql => Prisma.sql`(SELECT coalesce(sum(k.n), 0)::integer
  FROM record_count k WHERE k.tenant_id = w.tenant_id AND k.bucket = ANY (ARRAY[${Prisma.join(
    states.map((state) => Prisma.sql`'workflow:' || w.id || ${`:${state}`}::text`),
  )}]))`

export const activeRuns = countRuns('active')
export const completedRuns = countRuns('completed')
export const earlyOptOuts = countRuns('optedout', 'removed', 'failed')
export const participants = countRuns('active', 'completed', 'optedout', 'removed', 'failed')

export const numberOfSteps = Prisma.sql`(SELECT count(*)::integer FROM workflow_step s
  WHERE s.tenant_id = w.tenant_id AND s.workflow_id = w.id AND s.deleted_at IS NULL)`

/** What words are looked for in. */
const searched = foldedTextSql(Prisma.sql`concat_ws(' ', w.name, w.description, w.author,
  (SELECT string_agg(g.name, ' ') FROM workflow_source x
    JOIN contact_group g ON g.tenant_id = x.tenant_id AND g.id = x.group_id AND g.deleted_at IS NULL
    WHERE x.tenant_id = w.tenant_id AND x.workflow_id = w.id AND NOT x.is_anti))`)

/** A word without the commas and quotes around it; one of nothing else stays. */
const withoutMarksAround = (word: string): string =>
  word.replace(/^[^\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+$/gu, '') || word

/** The list of workflows. A tenant has at most 1000 of them: counts are looked up, not indexed. */
export const workflowListing: Listing = {
  from: Prisma.sql`workflow w`,
  tenant: Prisma.sql`w.tenant_id`,
  id: Prisma.sql`w.id`,
  listed: Prisma.sql`w.deleted_at IS NULL`,
  defaultOrder: 'Name',
  fields: {
    WorkflowId: field('integer', Prisma.sql`w.id`),
    Name: field('text', Prisma.sql`w.name`, byText(Prisma.sql`w.name`)),
    Author: field('text', Prisma.sql`w.author`, byText(Prisma.sql`w.author`)),
    NumberOfSteps: field('integer', numberOfSteps),
    TotalParticipants: field('integer', participants),
    ActiveInProgram: field('integer', activeRuns),
    EarlyOptOuts: field('integer', earlyOptOuts),
    CompletedProgram: field('integer', completedRuns),
    IsActive: field('boolean', Prisma.sql`w.is_active`),
    SystemScheduleTypeId: field('text', Prisma.sql`w.schedule_type_id::text`),
  },
  search: (tenantId, text) => {
    const words = text.split(/\s+/).filter(Boolean).map(withoutMarksAround)
    if (words.length === 0) return null
    return {
      found: Prisma.sql`SELECT w.id FROM workflow w CROSS JOIN LATERAL (SELECT ${searched} AS text) t
        WHERE w.tenant_id = ${tenantId}::integer
          AND NOT EXISTS (SELECT FROM unnest(${words}::text[]) AS word
            WHERE position(${foldedTextSql(Prisma.sql`word`)} IN t.text) = 0)`,
    }
  },
}
