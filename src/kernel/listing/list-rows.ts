import { Prisma } from '#prisma/client'
import type { SqlRunner } from '../database/sql-runner.ts'
import { JsonText } from '../http/serve.ts'
import type { Scope } from '../tenancy/scope.ts'
import type { List } from './list-response.ts'
import { readPage } from './page.ts'
import { type ListInput, PAGE, parseListRequest } from './request.ts'

type ListScope = Pick<Scope, 'db' | 'tenant' | 'chapters'>

/** Reads a page for operations that document a bare array of rows, without a total. */
export const sendRows = async (scope: ListScope, list: List, input: ListInput): Promise<JsonText> =>
  new JsonText(await readRows(scope, list, input))

/** The rows of a page as the text of a JSON array. Without `input` the first 1,000 in the default order. */
export const readRows = async (
  scope: ListScope,
  { listing, columns, joins }: List,
  input: ListInput = { take: { text: String(PAGE.max), pointer: '' } },
): Promise<string> => {
  const { results } = await readPage(scope, listing, parseListRequest(listing, input), columns, joins)
  return results
}

/**
 * One row of a list as JSON text, null if the list does not contain the id. So the response to a save shows the record
 * by the same columns as the list does.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes.
 */
export const readRow = async (
  runner: SqlRunner,
  { db }: Pick<Scope, 'db'>,
  { listing, columns, joins = Prisma.empty }: List,
  id: number,
): Promise<string | null> => {
  const { from, tenant, listed } = listing
  const [row] = await runner.rows<{ json: string }>(Prisma.sql`SELECT row_to_json(x)::text AS json
    FROM (SELECT ${columns} FROM ${from} ${joins}
      WHERE ${tenant} = ${db.tenantId}::integer AND ${listing.id} = ${id}::integer AND ${listed}) x`)
  return row?.json ?? null
}
