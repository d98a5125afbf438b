import { containsTextSql } from '#kernel/listing/folded-text-sql'
import type { List } from '#kernel/listing/list-response'
import { type FieldType, type ListField, type Listing, orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { kindNames } from './contact-relationship-types.model.ts'

const id = Prisma.sql`t.id`
/** Lower case, compared bytewise, as in other lists of names. */
const byText = (sql: Sql): Sql => Prisma.sql`lower(${sql}) COLLATE "C"`

const field = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({ type, sql, order: [{ type, sql: order }] })
const name = Prisma.sql`t.name`
const reverseName = Prisma.sql`t.reverse_name`
const description = Prisma.sql`t.description`

const relationshipTypeListing: Listing = {
  from: Prisma.sql`contact_relationship_type t`,
  tenant: Prisma.sql`t.tenant_id`,
  id,
  listed: Prisma.sql`true`,
  defaultOrder: 'Name',
  fields: {
    ContactRelationshipTypeId: field('integer', id),
    SystemRelationshipTypeId: field('integer', Prisma.sql`t.system_type_id`),
    Name: field('text', name, byText(name)),
    ReverseName: field('text', reverseName, byText(reverseName)),
    Description: field('text', description, byText(orEmptySql(description))),
    InheritsRights: field('boolean', Prisma.sql`t.inherits_rights`),
    ReverseInheritsRights: field('boolean', Prisma.sql`t.reverse_inherits_rights`),
  },
  search: (tenantId, text) => ({
    found: Prisma.sql`SELECT t.id FROM contact_relationship_type t WHERE t.tenant_id = ${tenantId}::integer
      AND ${containsTextSql(Prisma.sql`concat_ws(' ', t.name, t.reverse_name, t.description)`, text)}`,
  }),
}

const columns = Prisma.sql`t.id AS "ContactRelationshipTypeId", t.audit_id AS "AuditId",
  t.system_type_id::text AS "SystemRelationshipTypeId",
  CASE t.system_type_id WHEN 1 THEN ${kindNames[1]} WHEN 2 THEN ${kindNames[2]} ELSE ${kindNames[3]} END
    AS "SystemRelationshipType",
  t.name AS "Name", t.description AS "Description", t.reverse_name AS "ReverseName",
  t.from_system_type_id::text AS "FromSystemContactTypeId", t.inherits_rights AS "InheritsRights",
  t.reverse_inherits_rights AS "ReverseInheritsRights"`

/** The list of relationship types. A search finds both labels and the description. */
export const relationshipTypeList: List = { listing: relationshipTypeListing, columns }
