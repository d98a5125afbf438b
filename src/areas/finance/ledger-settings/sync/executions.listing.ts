import { LedgerLogRow } from '#contract/integration/logs'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import { isUnrepairedSql } from './executions.sql.ts'

const id = Prisma.sql`x.id`
const type = Prisma.sql`(CASE x.kind WHEN 'writeoff' THEN 'WriteOff' ELSE initcap(x.kind) END)`
const level = Prisma.sql`(CASE WHEN x.status = 'Failed' THEN 'Error'
  WHEN x.status = 'Pending' AND x.attempts > 0 THEN 'Warning' ELSE 'Information' END)`
const contactName = Prisma.sql`c.display_name`
const contactId = Prisma.sql`c.id`
const ledgerId = Prisma.sql`(SELECT k.ledger_id FROM ledger_link k
  WHERE k.tenant_id = x.tenant_id AND k.kind = x.kind AND k.record_id = x.document_id)`

/** The log of the ledger sync, latest first. No operation shows a deleted contact. */
export const executionListing: Listing = {
  from: Prisma.sql`ledger_execution x LEFT JOIN contact c
    ON c.tenant_id = x.tenant_id AND c.id = x.contact_id AND c.deleted_at IS NULL`,
  row: LedgerLogRow,
  tenant: Prisma.sql`x.tenant_id`,
  id,
  idType: 'bigint',
  listed: Prisma.sql`true`,
  defaultOrder: 'CreatedDate desc',
  searched: Prisma.sql`(coalesce(x.number, '') || ' ' || coalesce(${contactName}, '') || ' ' || x.message)`,
  fields: {
    RowId: valueField('bigint', id),
    ExecutionId: valueField('text', Prisma.sql`x.execution_id::text`),
    CreatedDate: valueField('instant', Prisma.sql`x.created_at`),
    Type: valueField('text', type),
    DocumentId: valueField('integer', Prisma.sql`x.document_id`),
    DocumentNumber: optionalField('text', Prisma.sql`x.number`),
    ContactId: optionalField('integer', contactId),
    ContactName: nameField(contactName),
    LedgerId: optionalField('text', ledgerId),
    Status: valueField('text', Prisma.sql`x.status`),
    LogMessageLevel: valueField('text', level),
    Message: valueField('text', Prisma.sql`x.message`),
    Attempts: valueField('integer', Prisma.sql`x.attempts`),
    NextAttemptDate: optionalField('instant', Prisma.sql`x.due_at`),
  },
}

/** The executions that a mass resync sends again. */
export const unrepairedListing: Listing = { ...executionListing, listed: isUnrepairedSql, defaultOrder: 'RowId' }

/** Returns the log of the sync as a list. @param canResync whether the caller can send documents again. */
export const executionList = (canResync: boolean): List =>
  listOf(executionListing, {
    RowId: Prisma.sql`x.id::text`,
    DocumentId: Prisma.sql`x.document_id::text`,
    ContactId: Prisma.sql`${contactId}::text`,
    Actions: Prisma.sql`CASE WHEN ${canResync}::boolean AND x.status = 'Failed'
      THEN '["resync"]'::json ELSE '[]'::json END`,
  })

/** Returns the columns of a mass resync: the id and the day of a failure. @param timeZone of the tenant. */
export const failureColumns = (timeZone: string) =>
  Prisma.sql`x.id::float8 AS id, (x.created_at AT TIME ZONE ${timeZone})::date::text AS day`
