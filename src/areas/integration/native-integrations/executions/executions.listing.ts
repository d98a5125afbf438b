import { NativeExecutionRow } from '#contract/integration/native-integrations'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`x.id`
const dueAt = Prisma.sql`(CASE WHEN x.status = 'Pending' THEN x.due_at END)`

/** Returns the runs of an integration, the latest first. */
export const executionList = (integrationId: number): List =>
  listOf(
    {
      from: Prisma.sql`native_execution x`,
      row: NativeExecutionRow,
      tenant: Prisma.sql`x.tenant_id`,
      id,
      idType: 'bigint',
      listed: Prisma.sql`x.integration_id = ${integrationId}::integer`,
      defaultOrder: 'JobId desc',
      fields: {
        ExecutionId: valueField('text', Prisma.sql`x.execution_id::text`),
        JobId: { type: 'bigint', sql: id, order: [{ type: 'bigint', sql: id }] },
        Trigger: valueField('text', Prisma.sql`x.trigger`),
        Number: optionalField('text', Prisma.sql`x.number`),
        Status: valueField('text', Prisma.sql`x.status`),
        Message: optionalField('text', Prisma.sql`x.message`),
        DoneCount: valueField('integer', Prisma.sql`x.done_count`),
        TotalCount: valueField('integer', Prisma.sql`x.total_count`),
        Attempts: valueField('integer', Prisma.sql`x.attempts`),
        CreatedDate: valueField('instant', Prisma.sql`x.created_at`),
        DueDate: optionalField('instant', dueAt),
        StartedDate: optionalField('instant', Prisma.sql`x.started_at`),
        EndedDate: optionalField('instant', Prisma.sql`x.ended_at`),
        StartedBy: valueField('text', Prisma.sql`x.actor`),
      },
    },
    { ExecutionId: Prisma.sql`x.execution_id`, JobId: Prisma.sql`x.id::text` },
  )
