import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { instantJson } from '#kernel/database/json-sql'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`m.id`

const listing: Listing = {
  from: Prisma.sql`mail_message m`,
  tenant: Prisma.sql`m.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'MessageId desc',
  fields: {
    MessageId: { type: 'integer', sql: id, order: [{ type: 'integer', sql: id }] },
    Status: { type: 'text', sql: Prisma.sql`m.status` },
    ContactId: { type: 'integer', sql: Prisma.sql`m.contact_id` },
    Category: { type: 'text', sql: Prisma.sql`m.category` },
    TemplateKey: { type: 'text', sql: Prisma.sql`m.template_key` },
    ToAddress: { type: 'text', sql: Prisma.sql`m.address_key` },
    CreatedDate: { type: 'instant', sql: Prisma.sql`m.created_at` },
    SentDate: { type: 'instant', sql: Prisma.sql`m.sent_at` },
  },
}

const columns = Prisma.sql`m.id AS "MessageId", m.template_key AS "TemplateKey", 
  ${shownContactIdSql(Prisma.sql`m.tenant_id`, Prisma.sql`m.contact_id`)} AS "ContactId",
  m.to_address AS "ToAddress", m.to_name AS "ToName", m.category AS "Category", m.status AS "Status",
  m.reason AS "Reason", m.subject AS "Subject", ${instantJson(Prisma.sql`m.created_at`)} AS "CreatedDate",
  ${instantJson(Prisma.sql`m.sent_at`)} AS "SentDate"`

/** The list of mails, newest first. */
export const messageList: List = { listing, columns }
