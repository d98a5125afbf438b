import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Subject } from '../postings/postings.sql.ts'
import { entriesJson } from './transactions.listing.ts'

/** The ledger of a benefit of a contact as JSON text: BenefitLedgerEntries in the contract. */
export const ledgerSql = (scope: Scope, { contactId, itemId }: Subject): Sql => Prisma.sql`
  SELECT row_to_json(x)::text AS text FROM (
    SELECT ${contactId}::int AS "ContactId", i.id AS "BenefitItemId", i.name AS "BenefitName",
      ${entriesJson(scope, contactId)} AS "Transactions"
    FROM benefit_item i WHERE i.tenant_id = ${scope.db.tenantId}::int AND i.id = ${itemId}::int) x`
