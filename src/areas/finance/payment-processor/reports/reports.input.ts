import type { ConnectAccountChargesInput, NegativeBalancesInput } from '#contract/finance/payment-processor'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, addMonths, type Day } from '#kernel/time/calendar'
import { todayOf } from '#kernel/time/day'
import type { NewReport } from './reports.service.ts'

const MAX_MONTHS = 12

/** Returns the first and the last day of the month before today. */
export const lastMonthOf = ({ tenant, clock }: Scope): { first: Day; last: Day } => {
  const thisMonth = `${todayOf({ tenant, clock }).slice(0, 7)}-01`
  return { first: addMonths(thisMonth, -1), last: addDays(thisMonth, -1) }
}

/** Parses the span and the format of a report of charges. @throws 422 wrong-span. */
export const parseChargesReport = (scope: Scope, input: ConnectAccountChargesInput): NewReport => {
  const { first, last } = lastMonthOf(scope)
  const startOn = input.StartDate ?? first
  const endOn = input.EndDate ?? last
  const wrong = (pointer: string, message: string) =>
    ruleRefused('wrong-span', `The span of the report is not valid: ${pointer} ${message}.`, [{ pointer, message }])
  if (endOn < startOn) throw wrong('/EndDate', 'must not be before StartDate')
  if (startOn > todayOf(scope)) throw wrong('/StartDate', 'must not be in the future')
  if (endOn >= addMonths(startOn, MAX_MONTHS)) throw wrong('/EndDate', 'must be less than 12 months after StartDate')
  const format = input.FileFormat ?? 'CSV'
  const ending = format.toLowerCase()
  return { kind: 'ConnectAccountCharges', format, startOn, endOn, fileName: `charges-${startOn}-${endOn}.${ending}` }
}

export const parseBalancesReport = ({ tenant, clock }: Scope, input: NegativeBalancesInput): NewReport => {
  const format = input.FileFormat ?? 'CSV'
  const fileName = `negative-balances-${todayOf({ tenant, clock })}.${format.toLowerCase()}`
  return { kind: 'NegativeBalances', format, startOn: null, endOn: null, fileName }
}
