import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type InvoiceClaim, voidClaims, writeOffClaims } from './invoice-owners.queries.ts'

/** Conditions over the invoice of row `doc`. */
interface Ownership {
  /** Whether a record of another area needs the invoice. */
  isOwned: Sql
  /** Whether a record of another area waits for its payment. */
  isAwaited: Sql
}

let composed: Ownership | undefined

/** Composes the conditions once, at their first use: the owners are known when all areas are loaded. */
export const ownershipSql = (): Ownership => {
  composed ??= { isOwned: anySql(voidClaims()), isAwaited: anySql(writeOffClaims()) }
  return composed
}

const anySql = (claims: readonly InvoiceClaim[]): Sql => {
  const conditions = claims.map(({ existsSql }) => existsSql(Prisma.sql`doc.tenant_id`, Prisma.sql`doc.id`))
  return conditions.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
}
