import { ActingContact } from '#contract/people/contacts-details'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const number = Prisma.sql`r.number`

/** The list of rights, by the name of the other contact. @param rows actsForRows or actedForByRows. */
export const actingList = (rows: Sql): List => ({
  listing: {
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
  },
  columns: Prisma.sql`r.contact_id AS "ContactId", r.display_name AS "Name", r.system_type_id AS "SystemContactTypeId",
    r.through AS "Through", r.label AS "Label", r.relationship_id AS "ContactRelationshipId", r.role_id AS "ContactRoleId"`,
})
