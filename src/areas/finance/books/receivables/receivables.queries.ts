import type { DeletionCheck } from '#areas/people/contacts/contact-followers.service'
import type { Statement } from '#contract/finance/receivables'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { badInput, notFound, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { isDay } from '#kernel/time/written-date'
import {
  contactBalanceSql,
  hasOpenDocumentsSql,
  type MonthRange,
  monthlyFiguresSql,
  statementSql,
  totalsByAgeSql,
  trialBalanceSql,
} from './receivables.sql.ts'

/** Reads the totals of all open invoices by age. */
export const readTotalsByAge = async (scope: Scope): Promise<object> => {
  const { db, chapters } = scope
  const [row] = await db.rows<{ totals: object }>(totalsByAgeSql(db.tenantId, todayOf(scope), chapters !== null))
  return row?.totals ?? {}
}

/** Reads the balance of a contact as JSON text. @throws 404. */
export const readContactBalance = async (scope: Scope, contactId: number): Promise<string> => {
  const { db, tenant } = scope
  const sql = contactBalanceSql(db.tenantId, contactId, todayOf(scope), tenant.currencyCode)
  const [row] = await db.rows<{ text: string }>(sql)
  if (!row) throw notFound('contact')
  return row.text
}

/** Returns whether a contact has open invoices, payments or credits, also if they net to 0. */
const hasOpenDocuments = async ({ db }: Pick<Scope, 'db'>, runner: SqlRunner, contactId: number): Promise<boolean> => {
  const [row] = await runner.rows<{ hasOpen: boolean }>(hasOpenDocumentsSql(db.tenantId, contactId))
  return row?.hasOpen ?? false
}

/** Refuses the deletion of a contact with open documents. @throws 422 open-balance. */
export const requireNoOpenDocuments: DeletionCheck = async (scope, tx, contactId) => {
  if (!(await hasOpenDocuments(scope, tx, contactId))) return
  throw ruleRefused(
    'open-balance',
    'The contact has open invoices, payments or credits, although its balance is 0. Apply them to each other first.',
  )
}

/** Reads the trial balance as JSON text. */
export const readTrialBalance = async ({ db, tenant }: Scope, asOf: string | null): Promise<string> => {
  const [row] = await db.rows<{ text: string }>(trialBalanceSql(db.tenantId, asOf, tenant.currencyCode))
  return row?.text ?? '{}'
}

/** Reads the figures of each month as JSON text. */
export const readMonthlyFigures = async ({ db, tenant, chapters }: Scope, range: MonthRange): Promise<string> => {
  const options = { currency: tenant.currencyCode, isLimited: chapters !== null }
  const [row] = await db.rows<{ text: string }>(monthlyFiguresSql(db.tenantId, range, options))
  return row?.text ?? '{}'
}

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

/** Parses the date and id of the last transaction of the page before. */
const parseCursor = (token: string | undefined): { date: string; id: string } | null => {
  if (!token) return null
  const [date = '', id = '', ...more] = token.split('~')
  if (!isDay(date) || !/^\d{1,15}$/.test(id) || more.length > 0)
    throw badInput('query:$skiptoken', 'is not a cursor of a statement')
  return { date, id }
}
