import { MailTemplateRow } from '#contract/work/mail'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import { builtInTemplates } from '#services/mail/built-in/built-in-templates'
import { markList } from '#services/templates/mark-fields'

const id = Prisma.sql`t.id`

const mark = markList(builtInTemplates)

const messages = builtInTemplates.filter(({ kind }) => kind === 'message').map(({ key }) => key)
const kind = Prisma.sql`CASE WHEN t.key = ANY (${messages}) THEN 'message' ELSE 'communication' END`

const listing: Listing = {
  from: Prisma.sql`mail_template t`,
  row: MailTemplateRow,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    TemplateId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`t.audit_id`),
    Key: optionalField('text', Prisma.sql`t.key`),
    Name: valueField('text', Prisma.sql`t.name`, Prisma.sql`t.name_key`),
    Description: optionalField('text', Prisma.sql`t.description`),
    Category: optionalField('text', Prisma.sql`t.category`),
    Kind: valueField('text', kind),
    ...mark.fields,
  },
}

/** The list of templates, by name. */
export const templateList: List = listOf(listing)
