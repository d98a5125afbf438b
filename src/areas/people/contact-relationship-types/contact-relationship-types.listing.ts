import { ContactRelationshipTypeListItem } from '#contract/people/contact-relationship-types'
import { columnsOf } from '#kernel/listing/columns'
import { choiceField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type Listing, orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { kindNames } from './contact-relationship-types.model.ts'

const id = Prisma.sql`t.id`
/** Returns a text in lower case, compared bytewise, as in other lists of names. */
const byText = (sql: Sql): Sql => Prisma.sql`lower(${sql}) COLLATE "C"`

const name = Prisma.sql`t.name`
const reverseName = Prisma.sql`t.reverse_name`
const description = Prisma.sql`t.description`

const kindName = Prisma.sql`CASE t.system_type_id WHEN 1 THEN ${kindNames[1]}::text WHEN 2 THEN ${kindNames[2]}::text
  ELSE ${kindNames[3]}::text END`

const relationshipTypeListing: Listing = {
  from: Prisma.sql`contact_relationship_type t`,
  row: ContactRelationshipTypeListItem,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    ContactRelationshipTypeId: valueField('integer', id),
    AuditId: valueField('integer', Prisma.sql`t.audit_id`),
    SystemRelationshipTypeId: valueField('integer', Prisma.sql`t.system_type_id`),
    SystemRelationshipType: choiceField('SystemRelationshipTypeId', kindNames, valueField('text', kindName)),
    FromSystemContactTypeId: optionalField('integer', Prisma.sql`t.from_system_type_id`),
    Name: valueField('text', name, byText(name)),
    ReverseName: valueField('text', reverseName, byText(reverseName)),
    Description: valueField('text', description, byText(orEmptySql(description))),
    InheritsRights: valueField('boolean', Prisma.sql`t.inherits_rights`),
    ReverseInheritsRights: valueField('boolean', Prisma.sql`t.reverse_inherits_rights`),
  },
  searched: Prisma.sql`concat_ws(' ', t.name, t.reverse_name, t.description)`,
}

const columns = columnsOf(relationshipTypeListing.fields, {
  SystemRelationshipTypeId: Prisma.sql`t.system_type_id::text`,
  FromSystemContactTypeId: Prisma.sql`t.from_system_type_id::text`,
})

/** The list of relationship types. A search finds both labels and the description. */
export const relationshipTypeList: List = { listing: relationshipTypeListing, columns }
