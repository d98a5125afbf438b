import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { assertListRoom, type ListCounts } from './list-limits.model.ts'

/** The number of rows in each limited list of a contact, as one row of ListCounts. */
const listCountsSql = (tenantId: number, contactId: number): Sql => {
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

/** Counts the rows in each limited list of a contact. */
export const countLists = async ({ db }: Scope, tx: SqlRunner, contactId: number): Promise<ListCounts> => {
  const [counts] = await tx.rows<ListCounts>(listCountsSql(db.tenantId, contactId))
  if (!counts) throw new Error('The lists were not counted')
  return counts
}

/** Rejects one more row in a list of a contact. Lock the contact before. @throws 422 too-many. */
export const requireListRoom = async (
  scope: Scope,
  tx: SqlRunner,
  contactId: number,
  list: keyof ListCounts,
): Promise<void> => assertListRoom(await countLists(scope, tx, contactId), list)
