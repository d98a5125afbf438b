import type { Parts } from '#areas/events/events/parts/parts.queries'
import type { RegistrationAttendeeInput } from '#contract/events/public-registration'
import { nameKeyOf } from '#kernel/records/names'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { EventExhibitorType, EventItem, EventRegistrationType, EventTier } from '#prisma/client'
import { type FormFault, fault } from '../refusals.model.ts'
import type { FormAttendee, Pointed, RegistrationForm } from './form.input.ts'

export type Session = Parts['sessions'][number]
export type Discount = Parts['discounts'][number]

/** An attendee with the parts of the event that were chosen. */
export interface ChosenAttendee extends FormAttendee {
  type: EventRegistrationType
  sessions: Session[]
  discount: Discount | null
  /** Whether another purchase includes the attendee: a table, a sponsorship, a booth. */
  isIncluded: boolean
  /** Seats that the registration takes: none for a guest of a table, which takes them itself. */
  seats: number
}

export interface ChosenOffer<Part> {
  pointer: string
  part: Part
  quantity: number
  /** The amount in cents of a donation that is free to choose. */
  freeCents: number | null
}

/** What a form chooses of an event. Choices with faults are left out. */
export interface Choices {
  attendees: ChosenAttendee[]
  tiers: ChosenOffer<EventTier>[]
  exhibitors: ChosenOffer<EventExhibitorType>[]
  items: ChosenOffer<EventItem>[]
  donations: ChosenOffer<EventItem>[]
}

interface Found {
  parts: Parts
  today: Day
  faults: FormFault[]
}

/** Finds what a form chooses. Adds the faults of what the event does not offer. */
export const chooseParts = (form: RegistrationForm, parts: Parts, today: Day, faults: FormFault[]): Choices => {
  const found = { parts, today, faults }
  const tiers = form.sponsorships.flatMap(({ pointer, row }) =>
    offer(parts.tiers, row.SponsorshipTierId, `${pointer}/SponsorshipTierId`, found).map((part) => once(pointer, part)),
  )
  const exhibitors = form.exhibitors.flatMap(({ pointer, row }) =>
    offer(parts.exhibitorTypes, row.ExhibitorTypeId, `${pointer}/ExhibitorTypeId`, found).map((part) =>
      once(pointer, part),
    ),
  )
  const tables = new Map<string, number>()
  return {
    tiers,
    exhibitors,
    attendees: form.attendees.flatMap((attendee) => chooseAttendee(attendee, form, found, tables)),
    items: form.items.flatMap(({ pointer, row }) =>
      offer(parts.items, row.ItemId, `${pointer}/ItemId`, found).map((part) => ({
        ...once(pointer, part),
        quantity: row.Quantity ?? 1,
      })),
    ),
    donations: form.donations.flatMap(({ pointer, row }) =>
      offer(parts.donations, row.ItemId, `${pointer}/ItemId`, found).map((part) => ({
        ...once(pointer, part),
        freeCents: freeCentsOf(part, row.Amount, pointer, faults),
      })),
    ),
  }
}

const once = <Part>(pointer: string, part: Part): ChosenOffer<Part> => ({ pointer, part, quantity: 1, freeCents: null })

const offer = <Part extends { id: number; isActive: boolean }>(
  parts: readonly Part[],
  id: number,
  pointer: string,
  { faults }: Found,
): Part[] => {
  const part = parts.find((one) => one.id === id && one.isActive)
  if (!part) faults.push(fault(pointer, 'unknown', 'The event does not offer this.'))
  return part ? [part] : []
}

/** A donation without a price has the amount that the donor chooses. */
const freeCentsOf = (
  { price }: EventItem,
  amount: number | null | undefined,
  pointer: string,
  faults: FormFault[],
): number | null => {
  if (Number(price) > 0) return null
  const cents = Math.round((amount ?? 0) * 100)
  if (cents <= 0) faults.push(fault(`${pointer}/Amount`, 'required', 'Say how much you want to give.'))
  else if (Math.abs((amount ?? 0) * 100 - cents) > 1e-6)
    faults.push(fault(`${pointer}/Amount`, 'format', 'An amount has two decimals.'))
  return cents
}

const chooseAttendee = (
  attendee: FormAttendee,
  form: RegistrationForm,
  found: Found,
  tables: Map<string, number>,
): ChosenAttendee[] => {
  const { pointer, row } = attendee
  const [type] = offer(found.parts.types, row.EventRegistrationTypeId, `${pointer}/EventRegistrationTypeId`, found)
  if (!type) return []
  const guest = guestOf(row, type, tables)
  if (guest.isTooMany) {
    const message = `A table of this kind has ${type.seats} seats.`
    found.faults.push(fault(`${pointer}/GroupNumber`, 'tooMany', message))
  }
  requireIncluded(attendee, form, type, found)
  return [
    {
      ...attendee,
      type,
      sessions: chooseSessions(row, type, pointer, found),
      discount: chooseDiscount(row, type, pointer, found),
      isIncluded: attendee.includedBy !== null || guest.isGuest,
      seats: guest.isGuest ? 0 : type.seats,
    },
  ]
}

/** The first attendee of a table buys it; the others with its number are guests of it. */
const guestOf = (
  { GroupNumber }: RegistrationAttendeeInput,
  type: EventRegistrationType,
  tables: Map<string, number>,
) => {
  if (type.seats === 1 || GroupNumber == null) return { isGuest: false, isTooMany: false }
  const key = `${type.id}:${GroupNumber}`
  const before = tables.get(key) ?? 0
  tables.set(key, before + 1)
  return { isGuest: before > 0, isTooMany: before >= type.seats }
}

/** A sponsorship and a booth include a number of attendees of one type. */
const requireIncluded = (
  { includedBy, pointer }: FormAttendee,
  form: RegistrationForm,
  type: EventRegistrationType,
  { parts, faults }: Found,
): void => {
  if (!includedBy) return
  const owner =
    includedBy.kind === 'sponsorship'
      ? parts.tiers.find(({ id }) => id === form.sponsorships[includedBy.at]?.row.SponsorshipTierId)
      : parts.exhibitorTypes.find(({ id }) => id === form.exhibitors[includedBy.at]?.row.ExhibitorTypeId)
  if (!owner) return
  const position = Number(pointer.slice(pointer.lastIndexOf('/') + 1))
  if (position >= owner.includedSeats)
    faults.push(fault(pointer, 'tooMany', `${owner.name} includes ${owner.includedSeats} attendees.`))
  else if (owner.includedTypeId !== type.id)
    faults.push(fault(`${pointer}/EventRegistrationTypeId`, 'notEntitled', `${owner.name} does not include this.`))
}

const chooseSessions = (
  { SessionIds }: RegistrationAttendeeInput,
  type: EventRegistrationType,
  pointer: string,
  found: Found,
): Session[] => {
  const ids = SessionIds ?? []
  return ids.flatMap((id, at) => {
    const place = `${pointer}/SessionIds/${at}`
    const [session] = offer(found.parts.sessions, id, place, found)
    if (!session) return []
    if (session.types.length > 0 && !session.types.some(({ typeId }) => typeId === type.id))
      found.faults.push(fault(place, 'notEntitled', `${session.name} is not for ${type.name}.`))
    if (ids.indexOf(id) < at) found.faults.push(fault(place, 'duplicate', `${session.name} is chosen twice.`))
    return [session]
  })
}

/** Returns whether a discount can be used for a type on a day. */
export const isUsable = ({ isActive, startsOn, endsOn, types }: Discount, id: number, day: Day): boolean =>
  isActive &&
  (!startsOn || dayOf(startsOn) <= day) &&
  (!endsOn || dayOf(endsOn) >= day) &&
  (types.length === 0 || types.some(({ typeId }) => typeId === id))

const chooseDiscount = (
  { DiscountCode }: RegistrationAttendeeInput,
  type: EventRegistrationType,
  pointer: string,
  { parts, today, faults }: Found,
): Discount | null => {
  if (!DiscountCode?.trim()) return null
  const key = nameKeyOf(DiscountCode.trim())
  const discount = parts.discounts.find((one) => one.codeKey === key && isUsable(one, type.id, today))
  if (!discount) faults.push(fault(`${pointer}/DiscountCode`, 'unknown', 'This discount code cannot be used here.'))
  return discount ?? null
}

/** Where a part is chosen, for limits per order. */
type Counted = Pointed<{ id: number; name: string; most: number | null; quantity: number }>

/** What the orders have that a form adds to: quantities by the ids of types, and by the negative ids of items. */
export type OrderedBefore = ReadonlyMap<number, number>

/** Adds the faults of what a form contains more often than one order can. */
export const limitPerOrder = ({ attendees, items }: Choices, ordered: OrderedBefore, faults: FormFault[]): void => {
  const counted: Counted[] = [
    ...attendees
      .filter(({ isIncluded }) => !isIncluded)
      .map(({ pointer, type: { id, name, maxPerOrder } }) => ({
        pointer: `${pointer}/EventRegistrationTypeId`,
        row: { id, name, most: maxPerOrder, quantity: 1 },
      })),
    ...items.map(({ pointer, quantity, part: { id, name, maxPerOrder } }) => ({
      pointer: `${pointer}/Quantity`,
      row: { id: -id, name, most: maxPerOrder, quantity },
    })),
  ]
  const before = new Map(ordered)
  for (const { pointer, row } of counted) {
    const sum = (before.get(row.id) ?? 0) + row.quantity
    before.set(row.id, sum)
    if (row.most !== null && sum > row.most)
      faults.push(fault(pointer, 'tooMany', `One order can contain ${row.name} ${row.most} times at most.`))
  }
}
