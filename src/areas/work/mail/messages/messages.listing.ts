import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { MailMessageRow } from '#contract/work/mail'
import { instantJson } from '#kernel/database/json-sql'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`m.id`

const listing: Listing = {
  from: Prisma.sql`mail_message m`,
  row: MailMessageRow,
  tenant: Prisma.sql`m.tenant_id`,
  id,
  idType: 'bigint',
  listed: Prisma.sql`true`,
  defaultOrder: 'MessageId desc',
  fields: {
    MessageId: valueField('bigint', id),
    TemplateKey: valueField('text', Prisma.sql`m.template_key`),
    ContactId: optionalField('integer', Prisma.sql`m.contact_id`),
    ToAddress: { ...valueField('text', Prisma.sql`m.address_key`), normalize: (text) => text.toLowerCase() },
    ToName: optionalField('text', Prisma.sql`m.to_name`),
    Category: optionalField('text', Prisma.sql`m.category`),
    Status: valueField('text', Prisma.sql`m.status`),
    Reason: optionalField('text', Prisma.sql`m.reason`),
    Subject: optionalField('text', Prisma.sql`m.subject`),
    CreatedDate: valueField('instant', Prisma.sql`m.created_at`),
    SentDate: optionalField('instant', Prisma.sql`m.sent_at`),
  },
}

const columns = Prisma.sql`m.id AS "MessageId", m.template_key AS "TemplateKey", 
  ${shownContactIdSql(Prisma.sql`m.tenant_id`, Prisma.sql`m.contact_id`)} AS "ContactId",
  m.to_address AS "ToAddress", m.to_name AS "ToName", m.category AS "Category", m.status AS "Status",
  m.reason AS "Reason", m.subject AS "Subject", ${instantJson(Prisma.sql`m.created_at`)} AS "CreatedDate",
  ${instantJson(Prisma.sql`m.sent_at`)} AS "SentDate"`

/** The list of mails, newest first. */
export const messageList: List = { listing, columns }
