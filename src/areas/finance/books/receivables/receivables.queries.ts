import type { DeletionCheck } from '#areas/people/contacts/contact-followers.service'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '../documents/documents.input.ts'
import { type MonthRange, monthlyFiguresSql } from './months.sql.ts'
import { contactBalanceSql, hasOpenDocumentsSql, totalsByAgeSql, trialBalanceSql } from './receivables.sql.ts'

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

/** Whether a contact has open invoices, payments or credits, also if they net to 0. */
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
