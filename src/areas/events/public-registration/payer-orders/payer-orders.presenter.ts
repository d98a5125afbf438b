import type { PayerView } from '#areas/events/registrations/cancellation/payer-cancellations.service'
import { nameOfPerson } from '#areas/events/registrations/mails/recipients.service'
import { formatConfirmationNumber } from '#areas/events/registrations/orders/orders.queries'
import { STATUSES } from '#areas/events/registrations/registration-statuses.listing'
import type { PayerOrder } from '#contract/events/cancellations'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'

export const presentPayerOrder = (
  { tenant }: Scope,
  { order, plan, isPossible, canCancel }: PayerView,
): NonNullable<PayerOrder> => ({
  EventId: order.eventId,
  ConfirmationNumber: formatConfirmationNumber(order),
  CurrencyCode: tenant.currencyCode,
  Registrations: order.registrations.map((one) => ({
    RegistrationId: one.id,
    DisplayName: nameOfPerson(one),
    EventRegistrationTypeName: one.type.name,
    ParticipantStatusId: one.statusId,
    ParticipantStatus: STATUSES[one.statusId] ?? null,
    CanCancel: canCancel(one),
  })),
  CanCancel: isPossible,
  CancelledIds: plan?.parts.registrations.map(({ id }) => id) ?? [],
  CreditAmount: Number(fromCents(plan?.division.total ?? 0)),
  ReturnedAmount: Number(fromCents(plan?.division.returned ?? 0)),
})
