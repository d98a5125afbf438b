import type { SqlRunner } from '#kernel/database/sql-runner'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { type InvoicedPart, invoicedPartsSql, partsOfMembersSql } from './invoiced-parts.sql.ts'

/** The payment plan that is chosen for a term with a level. */
export interface PlanChoice {
  planId: number
  levelId: number | null
  today: Day
}

/** The share of the invoice of a term that is due on a day. */
export interface PlanShare {
  dueOn: Day
  share: number
}

/** The payment plans that terms can have. A term stores only the id of its plan. */
export interface TermPlans {
  /** Whether a plan can be chosen today for a term with a level. */
  isOffered: (scope: Scope, tx: Models, choice: PlanChoice) => Promise<boolean>
  /**
   * Rejects a plan that cannot be chosen today for a term with a level, by the pointer /PaymentPlanId.
   *
   * @throws 422 unknown-reference, plan-rule.
   */
  requireOffered: (scope: Scope, tx: Models, choice: PlanChoice) => Promise<void>
  /** Lists the shares that the plan of a term makes of its invoice, also a plan that was deactivated. */
  listShares: (scope: Scope, tx: Models, planId: number, termStart: Day) => Promise<PlanShare[]>
}

/** One area adds the plans. */
export const termPlanSources = register<TermPlans>('payment plans of terms')

/** Returns the payment plans that terms can have. */
export const getTermPlans = (): TermPlans => {
  const [plans] = termPlanSources.entries()
  if (!plans) throw new Error('No area has added payment plans')
  return plans
}

/** Lists the parts of memberships that invoices cover, by membership. */
export const listInvoicedParts = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  invoiceIds: readonly number[],
): Promise<InvoicedPart[]> =>
  invoiceIds.length === 0 ? [] : tx.rows<InvoicedPart>(invoicedPartsSql({ tenantId: db.tenantId, invoiceIds }))

/** Lists the same as listInvoicedParts, without the parts of deleted contacts. */
export const listPartsOfMembers = (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  invoiceIds: readonly number[],
): Promise<InvoicedPart[]> => tx.rows<InvoicedPart>(partsOfMembersSql({ tenantId: db.tenantId, invoiceIds }))
