import { notFound } from '#kernel/errors/problem'
import { readPage } from '#kernel/listing/page'
import { type ListInput, parseListRequest } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import { type ContactRelationshipType, Prisma } from '#prisma/client'
import { relationshipTypeListing } from './contact-relationship-types.listing.ts'
import { kindNames, type SystemKind } from './contact-relationship-types.model.ts'

/** One type; 404 where there is none. */
export const getRelationshipType = async ({ db }: Scope, id: number): Promise<ContactRelationshipType> => {
  const type = await db.prisma.contactRelationshipType.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!type) throw notFound('contact relationship type')
  return type
}

/** Every type whose far side is of the kind, by name. */
export const listTypesTowards = async ({ db }: Scope, kind: SystemKind): Promise<ContactRelationshipType[]> => {
  const types = await db.prisma.contactRelationshipType.findMany({
    where: { tenantId: db.tenantId, systemTypeId: kind },
  })
  return types.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id)
}

const columns = Prisma.sql`t.id AS "ContactRelationshipTypeId", t.audit_id AS "AuditId",
  t.system_type_id::text AS "SystemRelationshipTypeId",
  CASE t.system_type_id WHEN 1 THEN ${kindNames[1]} WHEN 2 THEN ${kindNames[2]} ELSE ${kindNames[3]} END
    AS "SystemRelationshipType",
  t.name AS "Name", t.description AS "Description", t.reverse_name AS "ReverseName",
  t.from_system_type_id::text AS "FromSystemContactTypeId", t.inherits_rights AS "InheritsRights",
  t.reverse_inherits_rights AS "ReverseInheritsRights"`

/** A page of the types as a JSON array of list rows, in one statement. */
export const pageOfTypes = async (scope: Scope, input: ListInput): Promise<string> => {
  const request = parseListRequest(relationshipTypeListing, input)
  return (await readPage(scope, relationshipTypeListing, request, columns)).results
}
