import type { List } from '#kernel/listing/list-response'
import { buildSortKeys } from '#kernel/listing/order'
import { numberedSql, statementSql } from '#kernel/listing/page-sql'
import type { ListRequest } from '#kernel/listing/request'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { LogWindow } from './log-window.model.ts'

/** Matches of a search are counted up to this number. */
export const MAX_COUNTED = 10_000

/**
 * The statement of a page of a search in the order of time. Its cost is that of its page, for any number of matches: the
 * total ends at one more than MAX_COUNTED.
 *
 * @param words each as PostgreSQL reads a tsquery.
 */
export const searchPageSql = (
  tenantId: number,
  { listing, columns }: List,
  request: ListRequest,
  words: readonly string[],
  window: LogWindow,
): Sql => {
  const keys = buildSortKeys(listing, request.order)
  const { skip, take, order } = request
  const found = foundSql(tenantId, words, window, order[0]?.descending === true, skip + take + 1)
  const rows = Prisma.sql`SELECT f.id, f.occurred_at AS k0, f.id AS k1 FROM found f OFFSET ${skip}::integer`
  const parts = {
    queries: Prisma.sql`found AS MATERIALIZED (${found}),`,
    chosen: numberedSql(keys, rows, take + 1),
    total: Prisma.sql`(SELECT coalesce(max(f.total), 0) FROM found f)`,
    keys,
  }
  return statementSql({ listing, columns }, parts, { tenantId, take })
}

/** The first matches, each with the total. */
const foundSql = (
  tenantId: number,
  words: readonly string[],
  { from, to, type, levels }: LogWindow,
  isLatestFirst: boolean,
  rows: number,
): Sql => Prisma.sql`
  SELECT * FROM log_search_page(${tenantId}::integer, ${[...words]}::text[]::tsquery[],
    coalesce(${from ?? null}::timestamptz, '-infinity'), coalesce(${to ?? null}::timestamptz, 'infinity'),
    ${type ?? null}::text, ${levels ? [...levels] : null}::smallint[], ${isLatestFirst}::boolean, ${rows}::integer,
    ${MAX_COUNTED + 1}::integer)`
