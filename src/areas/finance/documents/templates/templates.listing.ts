import { DocumentTemplateRow } from '#contract/finance/documents'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'
import { builtInDocuments } from '#services/documents/built-in/built-in-documents'
import { markList } from '#services/templates/mark-fields'

const id = Prisma.sql`t.id`
const builtIns = Object.values(builtInDocuments)
const names = JSON.stringify(Object.fromEntries(builtIns.map(({ key, name }) => [key, name])))
const name = Prisma.sql`(${names}::jsonb ->> t.key)`
const mark = markList(builtIns)

/** The list of document templates, by key. */
export const documentTemplateList: List = listOf({
  from: Prisma.sql`document_template t`,
  row: DocumentTemplateRow,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Key',
  fields: {
    DocumentTemplateId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`t.audit_id`),
    Key: valueField('text', Prisma.sql`t.key`),
    Name: valueField('text', name),
    PaperSize: optionalField('text', Prisma.sql`t.paper_size`),
    ...mark.fields,
  },
})
