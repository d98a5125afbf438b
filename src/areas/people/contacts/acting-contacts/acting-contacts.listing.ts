import { ActingContact } from '#contract/people/contacts-details'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const number = Prisma.sql`r.number`

/** Returns the list of rights, by the name of the other contact. @param rows actsForRows or actedForByRows. */
export const actingList = (rows: Sql): List =>
  listOf({
    from: rows,
    row: ActingContact,
    tenant: Prisma.sql`r.tenant_id`,
    id: number,
    listed: Prisma.sql`true`,
    defaultOrder: 'Name',
    fields: {
      ContactId: valueField('integer', Prisma.sql`r.contact_id`),
      Name: valueField('text', Prisma.sql`r.display_name`, Prisma.sql`r.sort_name`),
      SystemContactTypeId: valueField('integer', Prisma.sql`r.system_type_id`),
      Through: valueField('text', Prisma.sql`r.through`),
      Label: valueField('text', Prisma.sql`r.label`),
      ContactRelationshipId: optionalField('integer', Prisma.sql`r.relationship_id`),
      ContactRoleId: optionalField('integer', Prisma.sql`r.role_id`),
    },
  })
