import type pg from 'pg'
import { canonicalExpression } from './canonical-expression.ts'
import { CATALOG_SQL } from './catalog-sql.ts'

/** An object of the database in the words of PostgreSQL, which are the same in the versions 15 to 18. */
export interface CatalogObject {
  /** What it belongs to: "table public.contact", "function next_id(integer,regclass)". */
  subject: string
  /** "columns", "policies", "rights" and so on. */
  part: string
  name: string
  create: string
  drop: string
}

/** Reads the objects of the database, ordered. The connection must not be in a transaction. */
export async function readCatalog(client: pg.ClientBase): Promise<CatalogObject[]> {
  // The path decides which names PostgreSQL qualifies.
  await client.query('BEGIN READ ONLY; SET LOCAL search_path = public')
  try {
    return (await client.query<CatalogObject>(CATALOG_SQL)).rows
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Returns the definition for a comparison. Functions are compared literally. */
export const comparable = ({ part, create }: CatalogObject): string =>
  part === 'definition' ? create : canonicalExpression(create)
