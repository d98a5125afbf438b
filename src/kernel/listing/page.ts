import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Scope } from '../tenancy/scope.ts'
import { printContinuation } from './continuation.ts'
import type { Listing } from './listing.ts'
import { pageSql } from './page-sql.ts'
import type { ListRequest } from './request.ts'

export interface Page {
  /** The rows as the text of a JSON array. */
  results: string
  total: number
  /** The cursor of the next page; null on the last page. */
  continuation: string | null
  /** Facts about the list that its statement found. */
  modelItems?: object
}

interface PageRow {
  results: string
  total: string
  last: string[] | null
}

/**
 * Reads a page with its exact total, in one statement. PostgreSQL makes the JSON.
 *
 * @param columns the documented row: expressions over the listing's tables, named in quotes (`c.city AS "City"`).
 * @param joins other tables of a row, joined to the listing's; a join must not return a row twice.
 */
export const readPage = (
  scope: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  listing: Listing,
  request: ListRequest,
  columns: Sql,
  joins: Sql = Prisma.empty,
): Promise<Page> => {
  return readPageBy(scope, request, pageSql(scope, listing, request, columns, joins))
}

export const readPageBy = async ({ db }: Pick<Scope, 'db'>, request: ListRequest, statement: Sql): Promise<Page> => {
  const [row] = await db.rows<PageRow>(statement)
  const last = row?.last
  return {
    results: row?.results ?? '[]',
    total: Number(row?.total ?? 0),
    continuation: last ? printContinuation(request.order, last) : null,
  }
}
