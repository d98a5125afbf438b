import type { ContactFact } from '#areas/people/contacts/contact-facts.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * The amount that a contact owes by its documents, two decimals: an expression over the contact's row `c`. A trigger of
 * the journal keeps it, so that a contact with many documents costs no more than one without.
 */
const receivableBalance: Sql = Prisma.sql`coalesce((SELECT b.balance FROM receivable_balance b
  WHERE b.tenant_id = c.tenant_id AND b.contact_id = c.id), 0.00)`

export const balanceFact: ContactFact = { name: 'balance', sql: receivableBalance }
