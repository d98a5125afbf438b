import { RegistryQueueRow } from '#contract/integration/logs'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import { isRetryableSql } from './queue.sql.ts'

const id = Prisma.sql`x.id`
const contactName = Prisma.sql`c.display_name`
const contactId = Prisma.sql`c.id`
const nationalId = Prisma.sql`x.national_id::text`
const tags = Prisma.sql`array_to_string(x.tags, ', ')`

const retryActionSql = (now: Date) =>
  Prisma.sql`CASE WHEN ${isRetryableSql(now)} THEN '["retry"]'::json ELSE '[]'::json END`

/** The queue of the registry, newest first. No operation shows a deleted contact. */
const queueListing: Listing = {
  from: Prisma.sql`registry_event x LEFT JOIN contact c
    ON c.tenant_id = x.tenant_id AND c.id = x.contact_id AND c.deleted_at IS NULL`,
  row: RegistryQueueRow,
  tenant: Prisma.sql`x.tenant_id`,
  id,
  idType: 'bigint',
  listed: Prisma.sql`true`,
  defaultOrder: 'CreatedDate desc',
  searched: Prisma.sql`(coalesce(${contactName}, '') || ' ' || coalesce(x.message, ''))`,
  fields: {
    RowId: valueField('bigint', id),
    CreatedDate: valueField('instant', Prisma.sql`x.created_at`),
    ContactId: optionalField('integer', contactId),
    ContactName: nameField(contactName),
    NatregId: optionalField('text', nationalId),
    ChangeType: valueField('text', Prisma.sql`x.change_type`),
    Status: valueField('text', Prisma.sql`x.status`),
    Attempts: valueField('integer', Prisma.sql`x.attempts`),
    NextAttemptDate: optionalField('instant', Prisma.sql`x.due_at`),
    Message: optionalField('text', Prisma.sql`x.message`),
    Tags: valueField('text', tags),
  },
}

/** @param canRetry whether the caller can retry rows, now. */
export const queueList = (canRetry: boolean, now: Date): List =>
  listOf(queueListing, {
    RowId: Prisma.sql`x.id::text`,
    ContactId: Prisma.sql`${contactId}::text`,
    Actions: canRetry ? retryActionSql(now) : Prisma.sql`'[]'::json`,
  })
