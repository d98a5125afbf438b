import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The number of rows in each limited list of a contact, as one row of ListCounts. */
export const listCountsSql = (tenantId: number, contactId: number): Sql => {
  const count = (table: string) =>
    Prisma.sql`(SELECT count(*)::int FROM ${Prisma.raw(table)} t
      WHERE t.tenant_id = ${tenantId}::int AND t.contact_id = ${contactId}::int)`
  return Prisma.sql`SELECT
    ${count('contact_email')} AS emails, ${count('contact_phone')} AS phones, ${count('contact_website')} AS websites,
    ${count('contact_address')} AS addresses, ${count('contact_role')} AS roles,
    ${count('contact_designation')} AS designations,
    (SELECT count(*)::int FROM contact_relationship t
      JOIN contact_relationship_type y ON y.tenant_id = t.tenant_id AND y.id = t.type_id
      WHERE t.tenant_id = ${tenantId}::int AND t.contact_id = ${contactId}::int AND y.purpose = 'hierarchy') AS parents`
}
