import { expect } from 'vitest'
import type { MembershipJson, Steps } from '../people/memberships.ts'

export interface PartJson {
  PaymentNumber: number
  DueDate: string
  Amount: number
  OpenAmount: number
  Status: string
  NextAttemptDate: string | null
  Attempts: { AttemptDate: string; Amount: number; Status: string; Problem: string | null }[]
}

export interface PlannedType {
  typeId: number
  levelId: number
  planId: number
  join(more?: object): Promise<MembershipJson>
}

/** Adds a type with a level for 400 and a plan, by default of a payment in each of four quarters. */
export const addPlannedType = async (
  steps: Steps,
  { type = {}, level = {}, plan = {} }: { type?: object; level?: object; plan?: object } = {},
): Promise<PlannedType> => {
  const typeId = await steps.type({ GraceDays: 10, ...type })
  const levelId = await steps.level(typeId, { Price: 400, ...level })
  const items = [0, 3, 6, 9].map((MonthsAfterStart, at) => ({ PaymentNumber: at + 1, MonthsAfterStart, Amount: 100 }))
  const made = await steps.caller.post(`/api/membershiptypes/${typeId}/paymentplan/0`, {
    Payments: 4,
    Name: 'Quarters',
    MembershipLevelId: String(levelId),
    PaymentPlanItems: items,
    ...plan,
  })
  expect(made.statusCode, made.body).toBe(200)
  const planId: number = made.json().MembershipTypePaymentPlanId
  const join = async (more: object = {}) =>
    steps.join(await steps.person(), typeId, levelId, { PaymentPlanId: planId, ...more })
  return { typeId, levelId, planId, join }
}

/** The parts of the last invoice of a membership as [due date, amount, open amount]. */
export const partsOf = async (steps: Steps, { MembershipId }: MembershipJson) => {
  const { Terms } = await steps.get(MembershipId)
  const { json } = await steps.caller.get(`/api/finance/invoices/${Terms.at(-1)?.InvoiceId}`)
  const { Parts }: { Parts: { DueDate: string; Amount: number; OpenAmount: number }[] } = json()
  return Parts.map(({ DueDate, Amount, OpenAmount }) => [DueDate, Amount, OpenAmount])
}
