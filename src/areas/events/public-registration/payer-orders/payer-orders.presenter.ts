import type { PayerView } from '#areas/events/registrations/cancellation/payer-cancellations.service'
import { isExchangeable } from '#areas/events/registrations/exchange/exchanges.service'
import { nameOfPerson } from '#areas/events/registrations/mails/recipients.service'
import { formatConfirmationNumber } from '#areas/events/registrations/orders/orders.queries'
import { STATUSES } from '#areas/events/registrations/registration-statuses.listing'
import { isOpenToPayers, isRenamable } from '#areas/events/registrations/transfer/payer-transfers.service'
import type { PayerOrder } from '#contract/events/cancellations'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'

export const presentPayerOrder = (
  { tenant, clock }: Scope,
  { order, plan, isPossible, canCancel }: PayerView,
): NonNullable<PayerOrder> => {
  const canChange = order.cancelledAt === null && isOpenToPayers(order.event, clock.now())
  return {
    EventId: order.eventId,
    ConfirmationNumber: formatConfirmationNumber(order),
    CurrencyCode: tenant.currencyCode,
    Registrations: order.registrations.map((one) => ({
      RegistrationId: one.id,
      DisplayName: nameOfPerson(one),
      FirstName: one.firstName,
      LastName: one.lastName,
      EmailAddress: one.emailAddress,
      EventRegistrationTypeId: one.typeId,
      EventRegistrationTypeName: one.type.name,
      ParticipantStatusId: one.statusId,
      ParticipantStatus: STATUSES[one.statusId] ?? null,
      CanCancel: canCancel(one),
      CanChange: canChange && isExchangeable(one),
      CanRename: isRenamable(order.event, one, clock.now()),
    })),
    CanCancel: isPossible,
    CanChange: canChange,
    CancelledIds: plan?.parts.registrations.map(({ id }) => id) ?? [],
    CreditAmount: Number(fromCents(plan?.division.total ?? 0)),
    ReturnedAmount: Number(fromCents(plan?.division.returned ?? 0)),
  }
}
