import { changeRegistration } from '#areas/events/registrations/registration-changes.service'
import {
  IN_CART,
  ON_WAITING_LIST,
  PENDING_FROM_WAITING_LIST,
} from '#areas/events/registrations/registration-statuses.listing'
import { parseWebAddress } from '#areas/people/contacts/registrants.service'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { optionalLine } from '#kernel/text/one-line'
import type { EventRegistration } from '#prisma/client'
import type { CheckedForm } from '../forms/checked-form.service.ts'
import type { RegistrationForm } from '../forms/form.input.ts'
import { deleteRegistrationValues, saveFormValues } from '../questions/form-values.service.ts'
import type { SeatedAttendee } from '../seating.model.ts'

/** A cart that is saved. */
export interface SavedCart {
  orderId: number
  eventId: number
  heldUntil: Date
  /** Ids of the registrations that it already has. */
  known: ReadonlySet<number>
  /** Whether its seats are offered to people that waited: their registrations are listed already. */
  isOffer: boolean
}

/**
 * Writes the rows of a locked cart; what the form leaves out is deleted. Returns the registrations in the order of the form.
 */
export const writeCartRows = async (
  scope: Scope,
  tx: Transaction,
  cart: SavedCart,
  form: RegistrationForm,
  checked: CheckedForm,
): Promise<EventRegistration[]> => {
  const { tenantId } = scope.db
  const { orderId, eventId } = cart
  const key = { tenantId, eventId, orderId }
  await removeRows(tx, key, cart.known, checked.choices.attendees)
  const sponsorIds = await addSponsors(scope, tx, key, form, checked)
  const exhibitorIds = await addExhibitors(tx, key, form, checked)
  await addItems(tx, key, checked)
  const owners = { sponsorship: sponsorIds, exhibitor: exhibitorIds }
  const saved: EventRegistration[] = []
  for (const [at, attendee] of checked.choices.attendees.entries()) {
    const { includedBy } = attendee
    const ownerId = includedBy ? (owners[includedBy.kind][includedBy.at] ?? null) : null
    const data = {
      ...rowOf(attendee),
      position: at + 1,
      heldUntil: cart.heldUntil,
      benefitOwnerId: benefitOwnerOf(checked, attendee),
      sponsorId: includedBy?.kind === 'sponsorship' ? ownerId : null,
      exhibitorId: includedBy?.kind === 'exhibitor' ? ownerId : null,
    }
    saved.push(await saveRegistration(scope, tx, cart, key, attendee, data))
  }
  const { tiers, exhibitors } = checked.choices
  await saveFormValues(tx, key, checked.questions, checked.values, {
    registrations: saved,
    sponsors: sponsorIds.map((id, at) => ({ id, pointer: tiers[at]?.pointer ?? '' })),
    exhibitors: exhibitorIds.map((id, at) => ({ id, pointer: exhibitors[at]?.pointer ?? '' })),
  })
  return saved
}

/** Returns the owner of the benefit that reduces the price of an attendee. */
const benefitOwnerOf = ({ lines }: CheckedForm, { pointer }: SeatedAttendee): number | null =>
  lines.find((line) => line.pointer === pointer && line.benefit !== null)?.benefit?.ownerId ?? null

interface CartKeyColumns {
  tenantId: number
  eventId: number
  orderId: number
}

const removeRows = async (
  tx: Transaction,
  key: CartKeyColumns,
  known: ReadonlySet<number>,
  attendees: readonly SeatedAttendee[],
): Promise<void> => {
  const kept = attendees.map(({ row }) => row.RegistrationId ?? 0)
  const removed = [...known].filter((id) => !kept.includes(id))
  await deleteRegistrationValues(tx, key.tenantId, removed)
  await tx.eventRegistration.updateMany({ where: key, data: { sponsorId: null, exhibitorId: null } })
  await tx.eventRegistration.deleteMany({ where: { ...key, id: { notIn: kept } } })
  await tx.eventSponsor.deleteMany({ where: key })
  await tx.eventExhibitor.deleteMany({ where: key })
  await tx.eventOrderItem.deleteMany({ where: key })
}

const IN_CART_SPONSOR = 0

const addSponsors = async (
  { clock }: Scope,
  tx: Transaction,
  key: CartKeyColumns,
  form: RegistrationForm,
  { choices }: CheckedForm,
): Promise<number[]> => {
  const ids: number[] = []
  for (const [at, { pointer, part }] of choices.tiers.entries()) {
    const { SponsorName, WebAddress } = form.sponsorships[at]?.row ?? {}
    const name = optionalLine(SponsorName) ?? optionalLine(form.billing?.OrganizationName)
    const webAddress = parseWebAddress(WebAddress ?? '')
    const data = { ...key, tierId: part.id, statusId: IN_CART_SPONSOR, name, webAddress, pointer }
    ids.push((await tx.eventSponsor.create({ data: { ...data, createdAt: clock.now() } })).id)
  }
  return ids
}

const addExhibitors = async (
  tx: Transaction,
  key: CartKeyColumns,
  form: RegistrationForm,
  { choices }: CheckedForm,
): Promise<number[]> => {
  const ids: number[] = []
  for (const [at, { pointer, part }] of choices.exhibitors.entries()) {
    const { ExhibitorName, BoothPreference } = form.exhibitors[at]?.row ?? {}
    const name = optionalLine(ExhibitorName) ?? optionalLine(form.billing?.OrganizationName)
    const data = { ...key, typeId: part.id, name, boothPreference: optionalLine(BoothPreference), pointer }
    ids.push((await tx.eventExhibitor.create({ data })).id)
  }
  return ids
}

const addItems = async (tx: Transaction, key: CartKeyColumns, { choices, lines }: CheckedForm): Promise<void> => {
  const cents = new Map(lines.map(({ pointer, unitCents, quantity }) => [pointer, unitCents * quantity]))
  const data = [...choices.items, ...choices.donations].map(({ pointer, part, quantity }) => {
    return { ...key, itemId: part.id, quantity, amount: fromCents(cents.get(pointer) ?? 0) }
  })
  await tx.eventOrderItem.createMany({ data })
}

const rowOf = ({ row, type, discount, seats, isWaiting, pointer }: SeatedAttendee) => ({
  typeId: type.id,
  statusId: isWaiting ? ON_WAITING_LIST : IN_CART,
  seats,
  pointer,
  discountId: discount?.id ?? null,
  groupNumber: row.GroupNumber ?? null,
  prefix: optionalLine(row.Prefix),
  firstName: optionalLine(row.FirstName),
  middleName: optionalLine(row.MiddleName),
  lastName: optionalLine(row.LastName),
  suffix: optionalLine(row.Suffix),
  badgeName: optionalLine(row.BadgeName),
  emailAddress: row.EmailAddress?.trim() || null,
  organizationName: optionalLine(row.OrganizationName),
  title: optionalLine(row.Title),
})

type RegistrationData = ReturnType<typeof rowOf> & {
  position: number
  heldUntil: Date
  benefitOwnerId: number | null
  sponsorId: number | null
  exhibitorId: number | null
}

const saveRegistration = async (
  scope: Scope,
  tx: Transaction,
  cart: SavedCart,
  key: CartKeyColumns,
  { row, sessions }: SeatedAttendee,
  data: RegistrationData,
): Promise<EventRegistration> => {
  const { tenantId, eventId } = key
  const { known } = cart
  const id = row.RegistrationId ?? 0
  const saved = await saveColumns(scope, tx, cart, { ...key, id }, data)
  const owner = { tenantId, eventId, registrationId: saved.id }
  if (known.has(id)) await tx.eventRegistrationSession.deleteMany({ where: owner })
  if (sessions.length > 0)
    await tx.eventRegistrationSession.createMany({
      data: sessions.map((session) => ({ ...owner, sessionId: session.id })),
    })
  return saved
}

/** Saves the columns of a registration. One of an offer is listed already, so that its changes are recorded. */
const saveColumns = (
  scope: Scope,
  tx: Transaction,
  { known, isOffer }: SavedCart,
  { id, ...key }: CartKeyColumns & { id: number },
  data: RegistrationData,
): Promise<EventRegistration> => {
  const { tenantId } = key
  if (isOffer) return changeRegistration(scope, tx, { tenantId, id }, { ...data, statusId: PENDING_FROM_WAITING_LIST })
  const own = { ...data, registeredAt: scope.clock.now() }
  return known.has(id)
    ? tx.eventRegistration.update({ where: { tenantId_id: { tenantId, id } }, data: own })
    : tx.eventRegistration.create({ data: { ...key, ...own } })
}
