import { foundContactsSql } from '#areas/people/contacts/contacts.listing'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type DocumentKind, numberPrefix, tableOf } from './documents.model.ts'

/** The largest number of a document: int4 of the database. */
const MAX_NUMBER = 2_147_483_647

/**
 * Selects the `id` of the contacts that a search of the books finds: with contacts:read as the search of contacts does,
 * else by what the rows show, their names.
 */
export const searchedContactsSql = (scope: Scope, tenantId: number, text: string): Sql | null =>
  hasGrant(scope, 'contacts:read')
    ? foundContactsSql(tenantId, text)
    : Prisma.sql`SELECT k.id FROM contact k WHERE k.tenant_id = ${tenantId}::integer AND k.deleted_at IS NULL
        AND position(lower(${text}::text) IN lower(k.display_name)) > 0`

/** The search of a list of documents: by number, by reference if the kind has one, and by contact. */
export const documentSearch =
  (scope: Scope, kind: DocumentKind): NonNullable<Listing['search']> =>
  (tenantId, text) => {
    const table = Prisma.raw(tableOf(kind))
    const contacts = searchedContactsSql(scope, tenantId, text)
    const number = numberIn(kind, text)
    const own = Prisma.sql`SELECT h.id FROM ${table} h WHERE h.tenant_id = ${tenantId}::integer`
    const parts = [
      ...(contacts ? [Prisma.sql`${own} AND h.contact_id IN (${contacts})`] : []),
      ...(number === null ? [] : [Prisma.sql`${own} AND h.number = ${number}::integer`]),
      ...(kind === 'payment' ? [Prisma.sql`${own} AND position(lower(${text}::text) IN lower(h.reference)) > 0`] : []),
    ]
    return parts.length === 0 ? null : { found: Prisma.join(parts, ' UNION ') }
  }

/** The number in a text such as INV-12 or 12; null for another text. */
const numberIn = (kind: DocumentKind, text: string): number | null => {
  const upper = text.trim().toUpperCase()
  const prefix = numberPrefix(kind)
  const digits = upper.startsWith(prefix) ? upper.slice(prefix.length) : upper
  return /^\d{1,10}$/.test(digits) && Number(digits) <= MAX_NUMBER ? Number(digits) : null
}
