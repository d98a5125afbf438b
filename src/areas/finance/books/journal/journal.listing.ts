import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { JournalEntryRow } from '#contract/finance/receivables'
import { listJson } from '#kernel/database/json-sql'
import { listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`e.id`
const CONTACT_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = e.tenant_id AND k.id = e.contact_id AND k.deleted_at IS NULL)`
const AMOUNT = Prisma.sql`(SELECT coalesce(sum(l.amount), 0.00) FROM journal_line l
  WHERE l.tenant_id = e.tenant_id AND l.entry_id = e.id AND l.amount > 0)`
const CONTACT_ID = shownContactIdSql(Prisma.sql`e.tenant_id`, Prisma.sql`e.contact_id`)

const LINES = listJson(Prisma.sql`
  SELECT l.account_id AS "AccountId", a.name AS "AccountName", l.class_id AS "ClassId", l.amount AS "Amount"
  FROM journal_line l JOIN account a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
  WHERE l.tenant_id = e.tenant_id AND l.entry_id = e.id ORDER BY l.position`)

/** The entries of the journal, the latest first. */
export const journalList: List = listOf(
  {
    from: Prisma.sql`journal_entry e`,
    row: JournalEntryRow,
    tenant: Prisma.sql`e.tenant_id`,
    id,
    idType: 'bigint',
    contact: Prisma.sql`e.contact_id`,
    listed: Prisma.sql`true`,
    defaultOrder: 'JournalEntryId desc',
    fields: {
      JournalEntryId: valueField('bigint', id),
      Date: valueField('date', Prisma.sql`e.posted_on`),
      DocumentKind: valueField('text', Prisma.sql`e.document_kind`),
      DocumentId: optionalField('integer', Prisma.sql`e.document_id`),
      DisplayNumber: optionalField('text', Prisma.sql`e.reference`),
      ReversesJournalEntryId: optionalField('bigint', Prisma.sql`e.reverses_id`),
      ContactId: optionalField('integer', CONTACT_ID),
      ContactName: nameField(CONTACT_NAME),
      Amount: valueField('money', AMOUNT),
    },
  },
  { Lines: LINES },
)
