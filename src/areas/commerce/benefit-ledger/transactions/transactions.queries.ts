import { contactKind } from '#areas/people/contacts/contacts.queries'
import { notFound } from '#kernel/errors/problem'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { findOwners } from '../postings/owners.queries.ts'
import type { Subject } from '../postings/postings.sql.ts'
import { entriesJson } from './transactions.listing.ts'

/** Returns the ledger of a benefit of a contact as JSON text: BenefitLedgerEntries in the contract. */
const ledgerSql = (scope: Scope, { contactId, itemId }: Subject): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text FROM (
    SELECT ${contactId}::int AS "ContactId", i.id AS "BenefitItemId", i.name AS "BenefitName",
      ${entriesJson(scope, contactId)} AS "Transactions"
    FROM benefit_item i WHERE i.tenant_id = ${scope.db.tenantId}::int AND i.id = ${itemId}::int) x`

/** Returns the ledger of a benefit of a contact, or of the business that covers it, as JSON text. @throws 404. */
export const readLedger = async (scope: Scope, subject: Subject): Promise<string> => {
  await getRecord(scope, contactKind, subject.contactId)
  const owners = await findOwners(scope, scope.db, [subject.contactId], [subject.itemId])
  const owner = { ...subject, contactId: owners.ownerOf(subject) }
  const [row] = await scope.db.rows<{ text: string }>(ledgerSql(scope, owner))
  if (!row) throw notFound('benefit')
  return row.text
}
