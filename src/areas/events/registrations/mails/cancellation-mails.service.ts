import { writeEventFile } from '#areas/work/calendars/items/event-items.service'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { CancellationPlan } from '../cancellation/cancelled-parts.model.ts'
import type { CreditedOrder } from '../cancellation/credited-orders.service.ts'
import { type OrderLetter, readOrderLetter } from './order-letters.queries.ts'
import { queueOrderMails } from './order-mails.service.ts'
import { selectPeople } from './recipients.service.ts'

/** What the mails about a cancellation report. */
export interface ReportedCancellation {
  plan: CancellationPlan
  reason: string | null
  credited: CreditedOrder | null
}

/** Mails a cancellation to the payer and to the people who are cancelled, in its transaction. */
export const mailCancellation = async (
  scope: Scope,
  tx: Transaction,
  orderId: number,
  { plan, reason, credited }: ReportedCancellation,
): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  const ids = new Set(plan.parts.registrations.map(({ id }) => id))
  const cancelled = letter.registrations.filter(({ id }) => ids.has(id))
  // A registration is cancelled once.
  const [first] = ids
  const key = `event-registration-cancelled:${orderId}:${plan.parts.isWhole ? 'order' : first}`
  await queueOrderMails(scope, tx, letter, (to) => {
    const people = selectPeople(to, cancelled)
    if (people.length === 0 && !to.isManager) return null
    return {
      templateKey: 'event-registration-cancelled',
      key,
      people,
      ...(to.isManager && {
        order: { currency: scope.tenant.currencyCode, parts: plan.parts.isWhole ? partsOf(letter) : [] },
      }),
      data: { ...(reason !== null && { reason }), ...(to.isManager && refundVariables(plan, credited)) },
    }
  })
}

/** Mails a rejection to the payer and to the people who are rejected, in its transaction. */
export const mailRejection = async (
  scope: Scope,
  tx: Transaction,
  orderId: number,
  { plan, credited }: Omit<ReportedCancellation, 'reason'>,
): Promise<void> => {
  const letter = await readOrderLetter(scope, tx, orderId)
  const ids = new Set(plan.parts.registrations.map(({ id }) => id))
  const rejected = letter.registrations.filter(({ id }) => ids.has(id))
  const [first] = ids
  const templateKey = 'event-registration-rejected'
  await queueOrderMails(scope, tx, letter, (to) => {
    const people = selectPeople(to, rejected)
    if (people.length === 0) return null
    return {
      templateKey,
      key: `${templateKey}:${first}`,
      people,
      ...(to.isManager && {
        order: { currency: scope.tenant.currencyCode },
        data: refundVariables(plan, credited),
      }),
    }
  })
}

/** Mails the cancellation of an event to the payer of an order and to the people who are cancelled, in its transaction. */
export const mailCancelledEvent = async (
  scope: Scope,
  tx: Transaction,
  orderId: number,
  { plan, reason, credited }: ReportedCancellation,
): Promise<void> => {
  const { registrations } = plan.parts
  if (registrations.length === 0 && plan.division.total === 0) return
  const letter = await readOrderLetter(scope, tx, orderId)
  const ids = new Set(registrations.map(({ id }) => id))
  const cancelled = letter.registrations.filter(({ id }) => ids.has(id))
  const file = writeEventFile(scope, letter.event)
  await queueOrderMails(scope, tx, letter, (to) => {
    const people = selectPeople(to, cancelled)
    if (people.length === 0 && !to.isManager) return null
    return {
      templateKey: 'event-cancelled',
      key: `event-cancelled:${orderId}`,
      people,
      texts: [file],
      ...(to.isManager && { order: { currency: scope.tenant.currencyCode } }),
      data: { ...(reason !== null && { reason }), ...(to.isManager && refundVariables(plan, credited)) },
    }
  })
}

/** Returns the sponsors, booths and items of an order, which are cancelled with the whole. */
const partsOf = ({ sponsors, exhibitors, lines }: OrderLetter): Prisma.InputJsonObject[] => [
  ...sponsors.map(({ name, tier }) => ({ type: tier.name, ...(name !== null && { name }) })),
  ...exhibitors.map(({ name, type }) => ({ type: type.name, ...(name !== null && { name }) })),
  ...lines.filter(({ itemId }) => itemId !== null).map(({ name }) => ({ type: name })),
]

/** Describes what is returned, for the payer. */
const refundVariables = ({ division }: CancellationPlan, credited: CreditedOrder | null): Prisma.InputJsonObject => {
  const { total, returned } = division
  if (total === 0) return {}
  const vouchers = credited?.voucherCents ?? 0
  return {
    refund: {
      amount: fromCents(total),
      ...(returned > 0 && { returned: fromCents(returned) }),
      ...(vouchers > 0 && { vouchers: fromCents(vouchers) }),
    },
  }
}
