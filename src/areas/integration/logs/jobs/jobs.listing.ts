import { JobRow } from '#contract/integration/logs'
import { hiddenField, listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { Filter, Leaf } from '#kernel/listing/filter'
import type { List } from '#kernel/listing/list-response'
import type { ListField, Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`j.id`
const name = Prisma.sql`(translate(j.task, '_.', '  ') || coalesce(' to ' || j.subscriber, ''))`

/**
 * The kind of a failure. The text of an error can contain data of contacts, addresses inside the installation and SQL: it stays
 * in the log of the server.
 */
const reason = Prisma.sql`(CASE
  WHEN j.last_error IS NULL THEN NULL
  WHEN j.last_error ~* '(ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|fetch failed|socket)'
    THEN 'Another server could not be reached.'
  WHEN j.last_error ~* '(timeout|timed out)' THEN 'The work took too long.'
  ELSE 'The work failed unexpectedly. The log of the server contains the reason at the number of this job.' END)`

const FAILED_STATES = new Set(['failed', 'retrying'])

/** Tests for jobs that have failed also test for an error, for which an index exists. */
const stateField: ListField = {
  ...valueField('text', Prisma.sql`j.state`),
  rewrite: (leaf) => withError({ ...leaf, field: 'StateText' }),
}

const withError = (leaf: Leaf): Filter => {
  const values = leaf.op === 'eq' ? [leaf.value] : leaf.op === 'in' ? leaf.values : []
  const isFailed = values.length > 0 && values.every((value) => 'text' in value && FAILED_STATES.has(value.text))
  if (!isFailed) return leaf
  const hasError: Leaf = { op: 'eq', field: 'HasError', value: { kind: 'boolean', value: true } }
  return { op: 'and', parts: [hasError, leaf] }
}

/** The jobs of the tenant, the newest first. The view shows only those of the tenant of the connection. */
const listing: Listing = {
  from: Prisma.sql`tenant_job j`,
  row: JobRow,
  tenant: Prisma.sql`j.tenant_id`,
  id,
  idType: 'bigint',
  listed: Prisma.sql`true`,
  defaultOrder: 'JobId desc',
  fields: {
    JobId: valueField('bigint', id),
    Task: valueField('text', Prisma.sql`j.task`),
    Name: valueField('text', name),
    State: stateField,
    StateText: hiddenField({ ...valueField('text', Prisma.sql`j.state`), isInternal: true }),
    HasError: hiddenField({ ...valueField('boolean', Prisma.sql`(j.last_error IS NOT NULL)`), isInternal: true }),
    Reason: optionalField('text', reason),
    Attempts: valueField('integer', Prisma.sql`j.attempts`),
    MaxAttempts: valueField('integer', Prisma.sql`j.max_attempts`),
    CreatedDate: valueField('instant', Prisma.sql`j.created_at`),
    ChangedDate: valueField('instant', Prisma.sql`j.updated_at`),
    RunDate: valueField('instant', Prisma.sql`j.run_at`),
    RecordKind: optionalField('text', Prisma.sql`j.record_kind`),
    RecordId: optionalField('bigint', Prisma.sql`j.record_id`),
  },
}

/** The list of the background jobs of the tenant. */
export const jobList: List = listOf(listing, { State: Prisma.sql`j.state` })
