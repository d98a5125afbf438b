import { STATUSES } from '#areas/events/registrations/registration-statuses.listing'
import type { RegistrationCart, RegistrationCartRow } from '#contract/events/public-registration'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventRegistration } from '#prisma/client'
import { presentSplits } from '../prices/splits.presenter.ts'
import type { CartResult } from './carts.service.ts'

export const presentCart = (scope: Scope, cart: CartResult): NonNullable<RegistrationCart> => ({
  CartKey: cart.key || null,
  HoldExpires: cart.heldUntil.toISOString(),
  EventId: cart.eventId,
  Registrations: cart.registrations.map(presentRow),
  Splits: presentSplits(scope, cart),
})

/** Presents a registration of a cart or an order. */
export const presentRow = ({ id, pointer, typeId, statusId, ...names }: EventRegistration): RegistrationCartRow => ({
  RegistrationId: id,
  Pointer: pointer,
  EventRegistrationTypeId: typeId,
  DisplayName: names.badgeName ?? ([names.firstName, names.lastName].filter(Boolean).join(' ') || null),
  ParticipantStatusId: statusId as RegistrationCartRow['ParticipantStatusId'],
  CheckInCode: null,
  ParticipantStatus: STATUSES[statusId] ?? null,
})
