import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Scope } from '../tenancy/scope.ts'
import { writeContinuation } from './continuation.ts'
import type { Listing } from './listing.ts'
import { pageSql } from './page-sql.ts'
import type { ListRequest } from './request.ts'

export interface Page {
  /** The rows as the text of a JSON array. */
  results: string
  total: number
  /** Where the next page begins; null on the last. */
  continuation: string | null
}

interface PageRow {
  results: string
  total: string
  last: string[] | null
}

/**
 * One page with its exact total, in one statement whatever its size. PostgreSQL makes the JSON.
 *
 * @param columns the documented row: expressions over the listing's tables, named in quotes (`c.city AS "City"`).
 * @param joins further tables of a row, joined to the listing's; none that could double a row.
 */
export const readPage = async (
  scope: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  listing: Listing,
  request: ListRequest,
  columns: Sql,
  joins: Sql = Prisma.empty,
): Promise<Page> => {
  const [row] = await scope.db.rows<PageRow>(pageSql(scope, listing, request, columns, joins))
  const last = row?.last
  return {
    results: row?.results ?? '[]',
    total: Number(row?.total ?? 0),
    continuation: last ? writeContinuation(request.order, last) : null,
  }
}
