import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { MailMessageRow } from '#contract/work/mail'
import { columnsOf } from '#kernel/listing/columns'
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

const columns = columnsOf(listing.fields, {
  ContactId: shownContactIdSql(Prisma.sql`m.tenant_id`, Prisma.sql`m.contact_id`),
  ToAddress: Prisma.sql`m.to_address`,
})

/** The list of mails, newest first. */
export const messageList: List = { listing, columns }
