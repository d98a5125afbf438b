import type { PaymentPlanEditInput } from '#contract/commerce/payment-plans'
import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Day } from '#kernel/time/calendar'
import { type PaymentPlanWithParts, paymentOf, windowOf } from './payment-plans.queries.ts'
import { type PlanPayment, type PlanWindow, splitEqually } from './plans.model.ts'

/** The fields of a plan without its name and level, which depend on other records. */
export interface PlanTerms extends PlanWindow {
  showOnApplication: boolean
  payments: PlanPayment[]
}

/**
 * Parses a plan for a list price. A field that is left out keeps its value.
 *
 * @throws 422 plan-rule with every fault.
 */
export const parsePlanTerms = (
  input: PaymentPlanEditInput,
  current: PaymentPlanWithParts | null,
  price: number,
): PlanTerms => {
  const before = current && windowOf(current)
  const terms = {
    startsOn: parseDay(input.StartDate, before?.startsOn),
    endsOn: parseDay(input.EndDate, before?.endsOn),
    showOnApplication: input.ShowOnApplication ?? current?.showOnApplication ?? false,
  }
  const faults: FieldFault[] = []
  if (terms.startsOn !== null && terms.endsOn !== null && terms.endsOn < terms.startsOn)
    faults.push({ pointer: '/EndDate', message: `must not be before ${terms.startsOn}` })
  if (price < input.Payments)
    faults.push({ pointer: '/Payments', message: `must be at most the list price in cents, ${price}` })
  const payments = parsePayments(input, current, price)
  if (faults.length === 0) faults.push(...paymentFaults(input, payments, price))
  if (faults.length > 0) throw ruleRefused('plan-rule', 'The payment plan is not valid.', faults)
  return { ...terms, payments }
}

const parseDay = (sent: string | null | undefined, before: Day | null | undefined): Day | null =>
  (sent === undefined ? before : sent?.slice(0, 10)) || null

const parsePayments = (
  { PaymentPlanItems: sent, Payments }: PaymentPlanEditInput,
  current: PaymentPlanWithParts | null,
  price: number,
): PlanPayment[] => {
  if (sent === undefined && current) return current.items.map(paymentOf)
  if (!sent || sent.length === 0) return splitEqually(price, Payments)
  return [...sent]
    .sort((a, b) => a.PaymentNumber - b.PaymentNumber)
    .map(({ DueDate, MonthsAfterStart, Amount }) => ({
      dueOn: DueDate?.slice(0, 10) || null,
      monthsAfterStart: MonthsAfterStart ?? null,
      cents: toCents(Amount),
    }))
}

const paymentFaults = (input: PaymentPlanEditInput, payments: readonly PlanPayment[], price: number): FieldFault[] => {
  const list = '/PaymentPlanItems'
  const sum = payments.reduce((total, { cents }) => total + cents, 0)
  const message = `must add up to the list price, ${fromCents(price)}, but the sum is ${fromCents(sum)}`
  return [
    ...(payments.length === input.Payments
      ? []
      : [{ pointer: list, message: `must contain ${input.Payments} payments` }]),
    ...numberFaults(input, payments.length),
    ...dateFaults(input, payments),
    ...(sum === price ? [] : [{ pointer: list, message }]),
  ]
}

const numberFaults = ({ PaymentPlanItems }: PaymentPlanEditInput, count: number): FieldFault[] => {
  const sent = PaymentPlanItems ?? []
  return sent.flatMap(({ PaymentNumber, Amount }, at) => {
    const isRepeated = sent.findIndex((other) => other.PaymentNumber === PaymentNumber) !== at
    const isWhole = Math.abs(Amount * 100 - toCents(Amount)) < 1e-4
    return [
      ...(isRepeated || PaymentNumber > count
        ? [fault(at, 'PaymentNumber', 'must number the payments from 1 without gaps')]
        : []),
      ...(isWhole ? [] : [fault(at, 'Amount', 'must be a multiple of 0.01')]),
      ...(toCents(Amount) < 1 ? [fault(at, 'Amount', 'must be at least 0.01')] : []),
    ]
  })
}

/** Returns the dates of payments in their order. */
const dateFaults = ({ PaymentPlanItems }: PaymentPlanEditInput, payments: readonly PlanPayment[]): FieldFault[] => {
  const usesDates = payments[0]?.dueOn !== null
  return payments.flatMap((payment, at) => {
    const found = dateFault(payment, payments[at - 1], usesDates)
    const sentAt = PaymentPlanItems?.findIndex(({ PaymentNumber }) => PaymentNumber === at + 1) ?? -1
    return found ? [fault(sentAt < 0 ? at : sentAt, ...found)] : []
  })
}

const dateFault = (
  { dueOn, monthsAfterStart }: PlanPayment,
  before: PlanPayment | undefined,
  usesDates: boolean,
): [field: string, message: string] | null => {
  if ((dueOn === null) === (monthsAfterStart === null))
    return ['DueDate', 'must be set if MonthsAfterStart is null, and only then']
  if ((dueOn !== null) !== usesDates) return ['DueDate', 'must be set for all payments or for none']
  if (!before) return null
  if (usesDates) return (dueOn ?? '') > (before.dueOn ?? '') ? null : ['DueDate', 'must ascend']
  return (monthsAfterStart ?? 0) > (before.monthsAfterStart ?? 0) ? null : ['MonthsAfterStart', 'must ascend']
}

const fault = (at: number, field: string, message: string): FieldFault => ({
  pointer: `/PaymentPlanItems/${at}/${field}`,
  message,
})
