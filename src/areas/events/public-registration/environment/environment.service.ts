import { findQuestions, type Questions } from '#areas/events/events/questions/questions.queries'
import { countTaken, type Taken } from '#areas/events/events/seats/availability.queries'
import { listReferralSources } from '#areas/events/referral-sources/referral-sources.queries'
import { type GatewayAccount, listAccounts } from '#areas/finance/payment-processor/accounts/accounts.queries'
import { hasFittingCurrency } from '#areas/finance/payment-processor/accounts/accounts.service'
import { findCountries } from '#areas/people/contacts/contacts.queries'
import { getShownDescriptions } from '#areas/people/custom-fields/responses/responses.queries'
import type { BillingContact, RegistrationCountry } from '#contract/events/public-registration'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { EventInvitation, ReferralSource } from '#prisma/client'
import type { PayerBenefits } from '../benefits/benefits.model.ts'
import { findPayerBenefits } from '../benefits/payer-benefits.queries.ts'
import { type FullCart, findCart, findCartOfRegistration, formOfCart, positionInOrder } from '../carts/carts.queries.ts'
import type { CartResult } from '../carts/carts.service.ts'
import { type EventVisit, type OpenEvent, readOpenEvent, requireContactsGrant } from '../event-visit.queries.ts'
import { checkForm } from '../forms/checked-form.service.ts'
import { checkChange } from '../order-changes/checked-changes.service.ts'
import { findExchange } from '../order-changes/exchanged-carts.queries.ts'
import { invitedPayer } from '../prices/entitlements.queries.ts'
import { findPricedContact, type PricedContact, readPayer } from './payer.queries.ts'

/** What a request asks for besides the event. */
export interface EnvironmentRequest {
  /** The id of a contact, or the code of an invitation; anything else means nobody. */
  contact: string | undefined
  /** The key of a cart, or for staff the id of a registration. */
  registration: string | undefined
}

/** All that a registration form needs. */
export interface Environment {
  event: OpenEvent
  taken: Taken
  /** The current day at the event. */
  today: string
  now: Date
  isStaff: boolean
  isMember: boolean
  /** The invitation whose code the request contains. */
  invitation: EventInvitation | null
  /** The account that collects payments online; null if there is none. */
  account: GatewayAccount | null
  questions: Questions
  /** The explanations of the questions, by the ids of their fields. */
  descriptions: ReadonlyMap<number, string | null>
  referralSources: ReferralSource[]
  /** The member that is signed in, or the contact that staff or the code of an invitation name. */
  payer: BillingContact
  cart: CartResult | null
  /** What a payer that is proven has of the benefits of the types. */
  benefits: PayerBenefits
}

/**
 * Reads all that a registration form needs.
 *
 * @throws RegistrationRefusal 404, also for a cart that has expired; 403 insufficient-scope if staff name a contact.
 */
export const readEnvironment = async (visit: EventVisit, request: EnvironmentRequest): Promise<Environment> => {
  const { scope, eventId, isStaff } = visit
  if (isStaff && /^\d+$/.test(request.contact ?? '')) requireContactsGrant(scope)
  const accounts = await listAccounts(scope)
  const account = accounts.find(({ gateway }) => gateway.isDefault && gateway.isActive)
  return scope.db.transaction(async (tx) => {
    const event = await readOpenEvent(visit, tx)
    const now = scope.clock.now()
    const contact = await findPricedContact(visit, tx, event, request.contact)
    const isOwn = visit.contactId !== null && contact.contactId === visit.contactId
    const cart = await findNamedCart(visit, tx, request.registration)
    const taken = await countTaken(tx, {
      tenantId: scope.db.tenantId,
      eventId,
      now,
      exceptOrderId: cart?.order.id ?? 0,
    })
    const questions = await findQuestions(tx, event)
    const fieldIds = questions.asked.map(({ field }) => field.id)
    return {
      questions,
      descriptions: await getShownDescriptions(tx, scope.db.tenantId, fieldIds),
      referralSources: await listReferralSources(tx, scope.db.tenantId),
      event,
      taken,
      now,
      account: account && hasFittingCurrency(scope.tenant, account) ? account : null,
      today: dayIn(event.timeZone, now),
      isStaff,
      isMember: contact.membershipIds.length > 0,
      invitation: contact.invitation,
      payer: isStaff || contact.invitation || isOwn ? await readPayer(visit, tx, contact, event) : null,
      cart: cart && (await cartOf(visit, tx, cart)),
      benefits: await findPayerBenefits(scope, tx, {
        payerId: provenPayer(visit, event, contact),
        types: event.parts.types,
        orderId: cart?.order.id ?? 0,
      }),
    }
  })
}

/**
 * Returns the contact that is proven to pay: the one that staff name, the member that is signed in, or the one that is
 * invited.
 */
const provenPayer = (visit: EventVisit, event: OpenEvent, { contactId, invitation }: PricedContact): number | null =>
  visit.isStaff ? contactId : (visit.contactId ?? invitedPayer(event, invitation))

interface NamedCart {
  order: FullCart
  /** Empty if staff name the cart by a registration. */
  key: string
}

const findNamedCart = async (
  { scope, eventId, isStaff }: EventVisit,
  tx: Transaction,
  named: string | undefined,
): Promise<NamedCart | null> => {
  if (!named || named === 'null') return null
  if (!/^\d{1,9}$/.test(named)) return { order: await findCart(scope, tx, eventId, named), key: named }
  if (!isStaff) return null
  return { order: await findCartOfRegistration(scope, tx, eventId, Number(named)), key: '' }
}

const cartOf = async (visit: EventVisit, tx: Transaction, { order, key }: NamedCart): Promise<CartResult> => {
  const { eventId, registrations, heldUntil, id } = order
  const options = { exceptOrderId: id, isReserved: true, positionOf: positionInOrder(order) }
  const changed = await findExchange(visit.scope, tx, order)
  const { lines, vouchers, exchangedCents } = changed
    ? await checkChange(visit, tx, formOfCart(order), changed, options)
    : await checkForm(visit, tx, formOfCart(order), { ...options, isPayerNeeded: false })
  const priced = { lines, vouchers, ...(exchangedCents !== undefined && { exchangedCents }) }
  return { key, eventId, heldUntil: heldUntil ?? visit.scope.clock.now(), registrations, ...priced }
}

/** Lists the countries of addresses by name, for an event that is published. @throws RegistrationRefusal 404. */
export const listEventCountries = async (visit: EventVisit): Promise<RegistrationCountry[]> => {
  const { scope } = visit
  await scope.db.transaction((tx) => readOpenEvent(visit, tx))
  const countries = await findCountries(scope.db)
  return [...countries]
    .map(([CountryId, { alpha2, name }]) => ({
      CountryId,
      CountryCode: alpha2,
      Name: name,
      IsHome: CountryId === scope.tenant.countryId,
    }))
    .sort((one, other) => one.Name.localeCompare(other.Name, 'en'))
}
