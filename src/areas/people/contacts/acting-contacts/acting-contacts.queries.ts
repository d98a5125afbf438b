import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type PartPage, type PartRows, readParts, type Versioned } from '../contact-parts.queries.ts'
import { type ActingRow, canActForSql, listActedForBySql, listActsForSql } from './acting-contacts.sql.ts'

/**
 * Whether a contact can act in the name of another: it is that contact, or has the right by a relationship, a current
 * role or as its primary contact. Rights are not transitive. Neither contact may be deleted. Ask this before you act on
 * behalf of another contact, in the transaction of the change.
 */
export const canActFor = async (
  scope: Scope,
  contactId: number,
  otherId: number,
  runner: SqlRunner = scope.db,
): Promise<boolean> => {
  const [row] = await runner.rows<{ canAct: boolean }>(canActForSql(scope, contactId, otherId))
  return row?.canAct === true
}

/** Lists the contacts that a contact can act for, by name, one row for each right. */
export const listActsFor = (scope: Scope, contactId: number, page: PartPage): Promise<Versioned<PartRows<ActingRow>>> =>
  readPage(scope, contactId, listActsForSql(scope, contactId, page))

/** Lists the contacts that can act for a contact, by name, one row for each right. */
export const listActedForBy = (
  scope: Scope,
  contactId: number,
  page: PartPage,
): Promise<Versioned<PartRows<ActingRow>>> => readPage(scope, contactId, listActedForBySql(scope, contactId, page))

const readPage = (scope: Scope, contactId: number, query: Sql): Promise<Versioned<PartRows<ActingRow>>> =>
  readParts(scope, contactId, async () => {
    const [page] = await scope.db.rows<{ total: string; rows: ActingRow[] }>(query)
    return { total: Number(page?.total ?? 0), rows: page?.rows ?? [] }
  })
