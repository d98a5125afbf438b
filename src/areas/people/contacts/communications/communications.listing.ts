import { Communication } from '#contract/people/contacts'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'
import { FIRST_INITIAL, LAST_INITIAL } from './communications.model.ts'

const id = Prisma.sql`m.id`
const from = Prisma.sql`m.from_display_name`

/** The initials of the sender of the communication `m`, by the rule of initialsOf. */
export const senderInitialsSql = Prisma.sql`upper(substring(${from} FROM ${FIRST_INITIAL}::text) ||
  coalesce(substring(${from} FROM ${LAST_INITIAL}::text), ''))`

/**
 * Returns the list of the communications with a contact, latest first, without their texts.
 *
 * @param actions what the caller can do with each.
 */
export const communicationList = (contactId: number, actions: readonly string[]): List =>
  listOf(
    {
      from: Prisma.sql`contact_communication m`,
      row: Communication,
      tenant: Prisma.sql`m.tenant_id`,
      id,
      listed: Prisma.sql`m.contact_id = ${contactId}::integer`,
      defaultOrder: 'Date desc',
      fields: {
        CommunicationId: valueField('integer', id),
        AuditId: valueField('integer', Prisma.sql`m.audit_id`),
        CommunicationTypeId: valueField('integer', Prisma.sql`m.type_id`),
        CommunicationStatusTypeId: valueField('integer', Prisma.sql`m.status_type_id`),
        FromDisplayName: optionalField('text', from),
        Date: valueField('instant', Prisma.sql`m.occurred_at`),
        Subject: valueField('text', Prisma.sql`m.subject`),
        FromInitials: optionalField('text', senderInitialsSql),
        Category: optionalField('text', Prisma.sql`m.category`),
        FilesCount: valueField('integer', Prisma.sql`m.files_count`),
        MailMessageId: optionalField('bigint', Prisma.sql`m.mail_message_id`),
      },
    },
    { Actions: Prisma.sql`${JSON.stringify(actions)}::json` },
  )
