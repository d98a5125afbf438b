import type { TakenKind } from '#areas/events/events/seats/availability.queries'
import { isPermitted } from '#areas/events/invitations/invitations.queries'
import type {
  RegistrationEnvironment,
  RegistrationEvent,
  RegistrationOffer,
  RegistrationPaymentOption,
  RegistrationSession,
  RegistrationType,
} from '#contract/events/public-registration'
import type { Scope } from '#kernel/tenancy/scope'
import { dayOf } from '#kernel/time/day'
import type { EventRegistrationType } from '#prisma/client'
import { reductionOf } from '../benefits/benefits.model.ts'
import { presentCart } from '../carts/cart.presenter.ts'
import type { Session } from '../forms/choices.model.ts'
import { type ClosedReason, findClosedReason } from '../forms/people-rules.model.ts'
import { findTypePrice } from '../prices/prices.model.ts'
import { presentQuestion } from '../questions/questions.presenter.ts'
import type { Environment } from './environment.service.ts'

type Presented = NonNullable<RegistrationEnvironment>

/** Presents the environment without its captcha. */
export const presentEnvironment = (scope: Scope, found: Environment): Omit<Presented, 'Captcha'> => {
  const { parts } = found.event
  const active = <Part extends { isActive: boolean; position: number }>(list: readonly Part[]): Part[] =>
    list.filter(({ isActive }) => isActive).sort((one, other) => one.position - other.position)
  return {
    Event: presentEvent(scope, found),
    RegistrationTypes: active(parts.types).map((type) => presentType(found, type)),
    Sessions: active(parts.sessions)
      .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
      .map((session) => presentSession(found, session)),
    SponsorshipTiers: active(parts.tiers).map((tier) => presentOffer(found, 'tier', tier)),
    ExhibitorTypes: active(parts.exhibitorTypes).map((type) => presentOffer(found, 'exhibitor', type)),
    AdditionalItems: active(parts.items).map((item) => presentOffer(found, 'item', item)),
    Donations: active(parts.donations).map((item) => presentOffer(found, 'item', item)),
    Fields: found.questions.asked.map((question) => presentQuestion(question, found.questions, found.descriptions)),
    ReferralSources: found.referralSources.map(({ id, name }) => ({ WebReferralSourceTypeId: id, Name: name })),
    PaymentOptions: presentPaymentOptions(found),
    Contact: found.payer,
    Cart: found.cart && presentCart(scope, found.cart),
  }
}

/** Returns what is left of a limit; null for no limit. */
const leftOf = (most: number | null, taken: number): number | null => (most === null ? null : Math.max(0, most - taken))

/** Returns the seats that nobody has and nobody waits for; null for no limit. */
const eventLeft = ({ event, taken }: Environment): number | null => leftOf(event.capacity, taken.seats + taken.awaited)

/** Returns why nobody can register now; null while it is open. */
const reasonOf = (found: Environment): NonNullable<RegistrationEvent['ClosedReason']> | null => {
  const closed: ClosedReason | null = findClosedReason(found.event, found.now)
  if (closed) return closed
  const types = found.event.parts.types.filter(({ isActive }) => isActive)
  if (!found.event.hasWaitingList && types.every((type) => typeLeft(found, type) === 0)) return 'SoldOut'
  const open = found.isMember ? types : types.filter(({ isForMembers }) => !isForMembers)
  if (open.length === 0) return 'MembersOnly'
  const { isStaff, invitation } = found
  return isStaff || open.some((type) => isPermitted(type, invitation)) ? null : 'InvitationOnly'
}

const presentEvent = ({ tenant }: Scope, found: Environment): RegistrationEvent => {
  const { event } = found
  const reason = reasonOf(found)
  return {
    EventId: event.id,
    Name: event.name,
    ShortDescription: event.shortDescription,
    StartDate: event.startsAt.toISOString(),
    EndDate: event.endsAt?.toISOString() ?? null,
    TimeZone: event.timeZone,
    Location: event.location,
    CurrencyCode: tenant.currencyCode,
    RegistrationOpens: event.registrationOpens?.toISOString() ?? null,
    RegistrationCloses: event.registrationCloses?.toISOString() ?? null,
    IsRegistrationOpen: reason === null,
    ClosedReason: reason,
    Capacity: event.capacity,
    SeatsLeft: eventLeft(found),
    HasWaitingList: event.hasWaitingList,
    RequiresApproval: event.requiresApproval,
  }
}

const typeLeft = (found: Environment, { id, capacity }: Pick<EventRegistrationType, 'id' | 'capacity'>) => {
  const { taken, awaited } = found.taken.of('type', id)
  const limits = [leftOf(capacity, taken + awaited), eventLeft(found)].filter((left) => left !== null)
  return limits.length === 0 ? null : Math.min(...limits)
}

const presentType = (found: Environment, type: EventRegistrationType): RegistrationType => {
  const { unitCents, reason } = findTypePrice(type, found.isMember, found.today)
  const left = typeLeft(found, type)
  return {
    EventRegistrationTypeId: type.id,
    Name: type.name,
    Description: type.description,
    Price: Number(type.price),
    MemberPrice: type.memberPrice === null ? null : Number(type.memberPrice),
    YourPrice: unitCents / 100,
    PriceReason: reason,
    EarlyBirdEnds: type.earlyEndsOn ? dayOf(type.earlyEndsOn) : null,
    Capacity: type.capacity,
    SeatsLeft: left,
    IsWaitingListOnly: found.event.hasWaitingList && left !== null && left < type.seats,
    IsMembersOnly: type.isForMembers,
    IsInvitationOnly: type.isForInvited,
    SeatsPerRegistration: type.seats,
    MaxPerOrder: type.maxPerOrder,
    Benefit: presentBenefit(found, type, unitCents),
  }
}

const presentBenefit = (
  { benefits }: Environment,
  type: EventRegistrationType,
  unitCents: number,
): RegistrationType['Benefit'] => {
  const benefit = benefits.get(type.benefitItemId ?? 0)
  if (!benefit) return null
  const { itemId, name, left } = benefit
  const Price = (unitCents - reductionOf(unitCents, type)) / 100
  return { BenefitItemId: itemId, Name: name, DiscountPercent: type.benefitPercent, Left: left, Price }
}

const presentSession = (
  found: Environment,
  { id, name, startsAt, endsAt, price, ...session }: Session,
): RegistrationSession => ({
  SessionId: id,
  Name: name,
  StartDate: startsAt.toISOString(),
  EndDate: endsAt.toISOString(),
  Price: Number(price),
  SeatsLeft: leftOf(session.capacity, found.taken.of('session', id).taken),
  RegistrationTypeIds: session.types.map(({ typeId }) => typeId),
})

interface Offered {
  id: number
  name: string
  description: string | null
  price: { toString(): string }
  maxQuantity: number | null
  isDonation?: boolean
  maxPerOrder?: number | null
  includedSeats?: number
}

const presentOffer = ({ taken }: Environment, kind: TakenKind, offer: Offered): RegistrationOffer => ({
  ItemId: offer.id,
  Name: offer.name,
  Description: offer.description,
  Price: Number(offer.price),
  YourPrice: Number(offer.price),
  IsAmountFree: (offer.isDonation ?? false) && Number(offer.price) === 0,
  QuantityLeft: leftOf(offer.maxQuantity, taken.of(kind, offer.id).taken),
  MaxPerOrder: offer.maxPerOrder ?? null,
  IncludedSeats: offer.includedSeats ?? 0,
})

const NAMES = {
  Card: 'Card',
  BankDebit: 'Bank account',
  Hosted: 'Online, on the page of the payment service',
  Invoice: 'Invoice',
} as const

/** The kinds that a token of the gateway pays. */
const WITH_TOKEN = new Set<string>(['Card', 'BankDebit'])

/** Presents the ways to pay. Those that are collected online need an account at the payment processor. */
const presentPaymentOptions = ({ event, account }: Environment): RegistrationPaymentOption[] =>
  (['Card', 'BankDebit', 'Hosted', 'Invoice'] as const)
    .filter((kind) => event.paymentKinds.includes(kind) && (kind === 'Invoice' || account !== null))
    .map((kind) => ({
      Kind: kind,
      Name: NAMES[kind],
      GatewayAccountId: WITH_TOKEN.has(kind) ? (account?.uid ?? null) : null,
      PublicKey: null,
      Instructions: kind === 'Invoice' ? 'You get an invoice that is due 30 days after the registration.' : null,
    }))
