import type { Parts } from '#areas/events/events/parts/parts.queries'
import { reduceForm } from '#areas/events/registrations/orders/form-rows.service'
import type { PayerOrderChangeInput } from '#contract/events/order-changes'
import type { EventRegisterV2Input, RegistrationAttendeeInput } from '#contract/events/public-registration'
import { dayIn } from '#kernel/time/day'
import { isUsable } from '../forms/choices.model.ts'
import { formOf, type RegistrationForm } from '../forms/form.input.ts'
import type { ExchangeOfCart } from './exchanged-carts.queries.ts'

interface ChangeContext {
  input: PayerOrderChangeInput
  /** What each person has responded to the questions for the new ticket. */
  answers: readonly Answers[]
  parts: Parts
  timeZone: string
  now: Date
}

/**
 * Returns the form of a change: the people of the order with their new tickets, and what is added. Sessions and a discount code
 * stay as far as the new ticket permits them.
 */
export const formOfChange = ({ exchange, givenBack }: ExchangeOfCart, context: ChangeContext): RegistrationForm => {
  const { input, answers, parts, timeZone, now } = context
  const { order, registrations } = exchange
  const people = registrations.map((one, at) => ({ ...one, sessionIds: givenBack[at]?.sessionIds ?? [] }))
  const { Registrations, ...kept } = reduceForm(order.form, people) as EventRegisterV2Input
  const day = dayIn(timeZone, now)
  const rows = (Registrations ?? []).map((row, at): RegistrationAttendeeInput => {
    const { EventRegistrationTypeId, Answers } = input.Registrations?.[at] ?? row
    const { RegistrationId: _replaced, GroupNumber: _table, DiscountCode: _code, ...own } = row
    const discount = parts.discounts.find(({ id }) => id === registrations[at]?.discountId)
    const isKept = discount !== undefined && isUsable(discount, EventRegistrationTypeId, day)
    return {
      ...own,
      EventRegistrationTypeId,
      SessionIds: (row.SessionIds ?? []).filter((id) => isPermitted(parts, id, EventRegistrationTypeId)),
      Answers: withAnswers(answers[at] ?? [], Answers ?? []),
      ...(isKept && { DiscountCode: discount.code }),
    }
  })
  const items = input.AdditionalPurchaseItems ?? []
  return formOf({ ...kept, Registrations: rows, AdditionalPurchaseItems: items, DonationItems: [] })
}

const isPermitted = ({ sessions }: Parts, id: number, type: number): boolean =>
  sessions.some(
    (one) =>
      one.id === id && one.isActive && (one.types.length === 0 || one.types.some(({ typeId }) => typeId === type)),
  )

type Answers = NonNullable<RegistrationAttendeeInput['Answers']>

/** The values that are sent replace those of the order. */
const withAnswers = (known: Answers, sent: Answers): Answers => [
  ...known.filter(({ FieldId }) => !sent.some((one) => one.FieldId === FieldId)),
  ...sent,
]
