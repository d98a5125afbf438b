import { Activity } from '#contract/people/contacts'
import { listOf } from '#kernel/listing/columns'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`a.id`

/** Returns the list of the activities of a contact, or of those of one type, latest first. */
export const activityList = (contactId: number, typeId: number | undefined): List =>
  listOf({
    from: Prisma.sql`contact_activity a`,
    row: Activity,
    tenant: Prisma.sql`a.tenant_id`,
    id,
    listed: Prisma.sql`a.contact_id = ${contactId}::integer
      ${typeId === undefined ? Prisma.empty : Prisma.sql`AND a.type_id = ${typeId}::integer`}`,
    defaultOrder: 'ActivityDate desc',
    fields: {
      ContactActivityId: valueField('integer', id),
      ContactId: valueField('integer', Prisma.sql`a.contact_id`),
      ActivityDate: valueField('instant', Prisma.sql`a.activity_date`),
      ActivityTypeId: valueField('integer', Prisma.sql`a.type_id`),
      Description: valueField('text', Prisma.sql`a.description`),
    },
  })
