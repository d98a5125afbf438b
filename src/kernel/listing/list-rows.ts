import type { FastifyReply } from 'fastify'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { SqlRunner } from '../database/sql-runner.ts'
import { notFound } from '../errors/problem.ts'
import { JsonText } from '../http/serve.ts'
import { sendVersion } from '../http/versions.ts'
import type { Scope } from '../tenancy/scope.ts'
import type { List } from './list-response.ts'
import { readPage } from './page.ts'
import { type ListInput, PAGE, parseListRequest } from './request.ts'

type ListScope = Pick<Scope, 'db' | 'tenant' | 'chapters'>

/** A record in its documented shape, as JSON text, with its version. */
export interface VersionedRow {
  text: string
  auditId: number
}

/**
 * Reads one row of a list that shows the AuditId of its records, for operations that return the same shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readVersionedRow = async (
  runner: SqlRunner,
  { db }: Pick<Scope, 'db'>,
  list: List,
  id: number,
  what: string,
): Promise<VersionedRow> => {
  const [row] = await runner.rows<VersionedRow>(
    Prisma.sql`SELECT row_to_json(x)::text AS text, x."AuditId" AS "auditId" FROM (${rowSql(db.tenantId, list, id)}) x`,
  )
  if (!row) throw notFound(what)
  return row
}

/** Sends the version of a record as ETag, and returns its shape for the response. */
export const sendVersionedRow = (reply: FastifyReply, { text, auditId }: VersionedRow): JsonText => {
  sendVersion(reply, auditId)
  return new JsonText(text)
}

const rowSql = (tenantId: number, { listing, columns, joins = Prisma.empty }: List, id: number): Sql => {
  const { from, tenant, listed, idType = 'integer' } = listing
  return Prisma.sql`SELECT ${columns} FROM ${from} ${joins}
    WHERE ${tenant} = ${tenantId}::integer AND ${listing.id} = ${id}::${Prisma.raw(idType)} AND ${listed}`
}

/** Reads a page for operations that document a bare array of rows, without a total. */
export const sendRows = async (scope: ListScope, list: List, input: ListInput): Promise<JsonText> =>
  new JsonText(await readRows(scope, list, input))

/** Reads the rows of a page as the text of a JSON array. Without `input` the first 1,000 in the default order. */
export const readRows = async (
  scope: ListScope,
  { listing, columns, joins }: List,
  input: ListInput = { take: { text: String(PAGE.max), pointer: '' } },
): Promise<string> => {
  const { results } = await readPage(scope, listing, parseListRequest(listing, input), columns, joins)
  return results
}

/**
 * Reads one row of a list, so that the response to a save shows the record by the same columns as the list does.
 *
 * @param what the name of the record in the problem. @throws 404 if the list does not contain the id.
 */
export const sendRow = async (scope: Pick<Scope, 'db'>, list: List, id: number, what: string): Promise<JsonText> =>
  new JsonText(await readRow(scope.db, scope, list, id, what))

/**
 * Reads one row of a list as JSON text.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes.
 * @throws 404.
 */
export const readRow = async (
  runner: SqlRunner,
  { db }: Pick<Scope, 'db'>,
  list: List,
  id: number,
  what: string,
): Promise<string> => {
  const [row] = await runner.rows<{ json: string }>(
    Prisma.sql`SELECT row_to_json(x)::text AS json FROM (${rowSql(db.tenantId, list, id)}) x`,
  )
  if (!row) throw notFound(what)
  return row.json
}
