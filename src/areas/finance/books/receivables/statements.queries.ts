import type { Statement } from '#contract/finance/receivables'
import { badInput, notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { isDay } from '#kernel/time/written-date'
import { statementSql } from './statements.sql.ts'

export interface StatementRequest {
  from?: string | undefined
  to?: string | undefined
  $top?: number | undefined
  $skiptoken?: string | undefined
}

export interface StatementPage {
  /** The statement as JSON text. */
  text: string
  /** The cursor of the next page; null on the last page. */
  continuation: string | null
}

const DEFAULT_TAKE = 50

/**
 * Reads the first transactions of a statement, up to a number.
 *
 * @throws 400, 404.
 */
export const readStatementRows = async (
  scope: Scope,
  contactId: number,
  period: Pick<StatementRequest, 'from' | 'to'>,
  max: number,
): Promise<{ statement: Statement; hasMore: boolean }> => {
  const { text, continuation } = await readStatement(scope, contactId, { ...period, $top: max })
  return { statement: JSON.parse(text) as Statement, hasMore: continuation !== null }
}

/** Reads a page of the statement of a contact. @throws 400, 404. */
export const readStatement = async (
  { db, tenant }: Scope,
  contactId: number,
  { from, to, $top: take = DEFAULT_TAKE, $skiptoken }: StatementRequest,
): Promise<StatementPage> => {
  if (from && to && from > to) throw badInput('query:to', 'must not be before from')
  const after = parseCursor($skiptoken)
  const values = {
    tenantId: db.tenantId,
    contactId,
    from: from ?? null,
    to: to ?? null,
    afterDate: after?.date ?? null,
    afterId: after?.id ?? null,
    take,
    currency: tenant.currencyCode,
  }
  interface Row {
    text: string
    lastDate: string | null
    lastId: string | null
  }
  const [row] = await db.rows<Row>(statementSql(values))
  if (!row) throw notFound('contact')
  return { text: row.text, continuation: row.lastDate && `${row.lastDate}~${row.lastId}` }
}

/** The date and id of the last transaction of the page before. */
const parseCursor = (token: string | undefined): { date: string; id: string } | null => {
  if (!token) return null
  const [date = '', id = '', ...more] = token.split('~')
  if (!isDay(date) || !/^\d{1,15}$/.test(id) || more.length > 0)
    throw badInput('query:$skiptoken', 'is not a cursor of a statement')
  return { date, id }
}
