import { deriveStatus, type MembershipFacts } from '#areas/people/memberships/statuses/statuses.model'
import { type Offer, planTermAfter, planTermFrom } from '#areas/people/memberships/terms/terms.model'
import { addDays, addMonths, type Day, daysBetween, earlierDay } from '#kernel/time/calendar'
import type { DemoLevel, DemoMembershipType } from '../membership-types.ts'
import type { Random } from '../random.ts'
import { type DemoContact, dayAt, type Row, type World } from './world.ts'

/** The state of a sequence of terms today. */
type Story = 'Active' | 'Grace' | 'Lapsed' | 'Dropped' | 'Cancelled' | 'Pending'

const STORIES: readonly Story[] = [
  ...Array<Story>(12).fill('Active'),
  'Grace',
  'Grace',
  'Lapsed',
  'Dropped',
  'Dropped',
  'Cancelled',
  'Pending',
]

/** The range of days from today in which the last term ends. */
const ENDS: Record<Story, [number, number]> = {
  Active: [1, 364],
  Grace: [-30, -1],
  Lapsed: [-90, -31],
  Dropped: [-900, -91],
  Cancelled: [-400, 200],
  Pending: [345, 364],
}

/** An incomplete membership: its row and the terms so far. */
interface Making {
  world: World
  random: Random
  contact: DemoContact
  type: DemoMembershipType
  level: DemoLevel
  id: number
  terms: (Offer & { endedOn: Day | null; isActivated: boolean; row: Row })[]
}

/** Generates a membership with one to three terms of its type's length, their invoices and payments. */
export const addMembership = (world: World, random: Random, contact: DemoContact): void => {
  const { business, individual, student } = world.lookups.membershipTypes
  const isBusiness = contact.records.entered.system_type_id === 2
  const type = isBusiness ? business : random.chance(0.15) ? student : individual
  const story = random.pick(STORIES)
  const lastEnd = dayAt(world, random.between(...ENDS[story]))
  const count = story === 'Pending' ? 1 : random.between(1, 3)
  const id = world.nextId('membership')
  const making: Making = { world, random, contact, type, level: random.pick(type.levels), id, terms: [] }
  const joinedOn = addMonths(addDays(lastEnd, 1), -12 * count)
  for (let at = 0; at < count; at++) addTerm(making, joinedOn, story !== 'Pending')
  const unpaidDueOn = addRenewal(making, story)
  const end = endOf(making, story)
  if (end.cancelledOn) for (const term of making.terms) cut(term, end.cancelledOn)
  addMembershipRow(making, joinedOn, { ...end, unpaidDueOn })
}

const cut = (term: Making['terms'][number], from: Day): void => {
  if (term.endsOn < from) return
  term.endedOn = addDays(from, -1)
  term.row.ended_on = term.endedOn
}

/** Adds the next whole term with its invoice, paid before its first day unless it is to wait. */
const addTerm = (making: Making, joinedOn: Day, isPaid: boolean): void => {
  const { world, random, terms, type } = making
  const offer = terms.length === 0 ? planTermFrom(type.rules, joinedOn) : planTermAfter(type.rules, terms)
  const isFirst = terms.length === 0
  const issued = addDays(offer.startsOn, isFirst ? 0 : -20)
  const paid = isPaid ? addDays(offer.startsOn, isFirst ? 0 : -random.between(0, 15)) : null
  const invoiceId = invoiceTerm(making, offer, issued, paid === null ? 0 : making.level.cents, paid ?? issued)
  const activatedAt = paid && `${earlierDay(paid, dayAt(world, 0))}T12:00:00Z`
  const row = addTermRow(making, isFirst ? 'first' : 'renewal', offer, invoiceId, activatedAt)
  terms.push({ ...offer, endedOn: null, isActivated: isPaid, row })
}

/** Adds the invoice of another term close to the expiry or after it; a few are partly paid. */
const addRenewal = (making: Making, story: Story): Day | null => {
  const { world, random, terms, type } = making
  const last = terms.at(-1)
  if (!last?.isActivated) return last ? addDays(last.startsOn, type.dueDays) : null
  const daysLeft = daysBetween(dayAt(world, 0), last.endsOn)
  if (story === 'Dropped' || story === 'Cancelled' || daysLeft > 20) return null
  const offer = planTermAfter(type.rules, terms)
  const issued = addDays(offer.startsOn, -21)
  const part = random.chance(0.2) ? Math.round(making.level.cents / random.between(2, 4)) : 0
  const invoiceId = invoiceTerm(making, offer, issued, part, dayAt(world, 0))
  const row = addTermRow(making, 'renewal', offer, invoiceId, null)
  terms.push({ ...offer, endedOn: null, isActivated: false, row })
  return addDays(issued, type.dueDays)
}

const endOf = ({ world, random, terms, type }: Making, story: Story) => {
  const last = terms.at(-1)
  const none = { cancelledOn: null, droppedOn: null }
  if (!last || (story !== 'Dropped' && story !== 'Cancelled')) return none
  if (story === 'Dropped') return { ...none, droppedOn: addDays(last.endsOn, type.rules.graceDays + 1) }
  const days = daysBetween(last.startsOn, dayAt(world, 0))
  return { ...none, cancelledOn: addDays(last.startsOn, random.between(1, Math.max(1, days))) }
}

/** A membership with one of these statuses has not ended. */
const OPEN_STATUSES = ['Pending', 'Active', 'Grace', 'Suspended']

type Facts = Pick<MembershipFacts, 'cancelledOn' | 'droppedOn' | 'unpaidDueOn'>

const addMembershipRow = (making: Making, joinedOn: Day, given: Facts): void => {
  const { world, contact, type, level, terms, id } = making
  const { graceDays } = type.rules
  const facts = {
    suspendedOn: null,
    partDueOn: null,
    graceDays,
    renewalInvoiceDays: type.renewalInvoiceDays,
    terms,
    ...given,
  }
  const derived = deriveStatus(facts, dayAt(world, 0))
  const { surroundings } = contact.records
  const { membershipStatuses: statuses } = surroundings
  if (!statuses.includes(derived.status)) statuses.push(derived.status)
  if (OPEN_STATUSES.includes(derived.status)) surroundings.hasMembership = true
  contact.attachments.push({
    table: 'membership',
    row: {
      id,
      contact_id: contact.records.id,
      type_id: type.id,
      level_id: level.id,
      joined_on: joinedOn,
      approved_at: `${joinedOn}T09:00:00Z`,
      auto_renew: given.cancelledOn || given.droppedOn ? false : contact.records.id % 3 === 0,
      cancelled_on: given.cancelledOn,
      dropped_on: given.droppedOn,
      end_reason: given.droppedOn ? 'Not renewed' : null,
      status: derived.status,
      start_date: derived.startDate,
      expiration_date: derived.expirationDate,
      renewal_date: derived.renewalDate,
      next_day: derived.nextDay,
      amount: money(level.cents),
      balance: contact.records.surroundings.balance,
    },
  })
}

const addTermRow = (making: Making, kind: string, offer: Offer, invoiceId: number, activatedAt: string | null) => {
  const { contact, id, level } = making
  const { startsOn, endsOn, months } = offer
  const dates = { starts_on: startsOn, ends_on: endsOn, ended_on: null, activated_at: activatedAt }
  const what = {
    membership_id: id,
    kind,
    level_id: level.id,
    months,
    amount: money(level.cents),
    invoice_id: invoiceId,
  }
  const row: Row = { ...what, ...dates }
  if (activatedAt === null) contact.records.surroundings.hasMembership = true
  contact.attachments.push({ table: 'membership_term', row })
  return row
}

const invoiceTerm = (making: Making, { startsOn, endsOn }: Offer, issued: Day, paid: number, paidOn: Day): number => {
  const { world, contact, type, level } = making
  const today = dayAt(world, 0)
  return addInvoice(world, contact, {
    cents: level.cents,
    paid,
    issuedOn: Math.min(0, daysBetween(today, issued)),
    paidOn: Math.min(0, daysBetween(today, paidOn)),
    dueDays: type.dueDays,
    description: `${type.name}, ${level.name}: ${startsOn} to ${endsOn}`,
  })
}

interface DemoInvoice {
  cents: number
  /** Paid cents; 0 for none. */
  paid: number
  /** Days from today. */
  issuedOn: number
  paidOn: number
  dueDays?: number
  description: string
}

/** Adds an invoice with one line and its payment, and returns its id. Numbers are assigned when it is loaded. */
export const addInvoice = (world: World, contact: DemoContact, wanted: DemoInvoice): number => {
  const { records, attachments } = contact
  const { cents, paid, issuedOn, paidOn, dueDays = 30, description } = wanted
  const { dues, receivable, undeposited } = world.lookups.accounts
  const id = world.nextId('invoice')
  const own = { contact_id: records.id, number: 0 }
  const total = money(cents)
  const issued = dayAt(world, issuedOn)
  const received = dayAt(world, paidOn)
  attachments.push({
    table: 'invoice',
    row: {
      ...own,
      id,
      issued_on: issued,
      due_on: dayAt(world, issuedOn + dueDays),
      subtotal: total,
      total,
      balance: money(cents - paid),
      voided_at: null,
    },
    entry: addEntry(world, contact, { kind: 'invoice', id, day: issued, cents, debit: receivable, credit: dues }),
  })
  const line = { invoice_id: id, position: 1, description, unit_price: total, amount: total, account_id: dues }
  attachments.push({ table: 'invoice_line', row: line })
  records.surroundings.balance = addCents(records.surroundings.balance, cents - paid)
  if (paid === 0) return id
  const payment = world.nextId('payment')
  attachments.push({
    table: 'payment',
    row: {
      ...own,
      id: payment,
      received_on: received,
      amount: money(paid),
      open_amount: '0.00',
      payment_type_id: 3,
      deposit_account_id: undeposited,
    },
    entry: addEntry(world, contact, {
      kind: 'payment',
      id: payment,
      day: received,
      cents: paid,
      debit: undeposited,
      credit: receivable,
    }),
  })
  const applied = { payment_id: payment, invoice_id: id, amount: money(paid), applied_on: received }
  attachments.push({ table: 'application', row: applied })
  return id
}

interface DemoEntry {
  kind: 'invoice' | 'payment'
  id: number
  day: Day
  cents: number
  /** Accounts. */
  debit: number
  credit: number
}

/** Adds the journal entry of a document. */
const addEntry = (world: World, { records, attachments }: DemoContact, entry: DemoEntry): Row => {
  const { kind, id, day, cents, debit, credit } = entry
  const entryId = world.nextId('journal_entry')
  const own = { contact_id: records.id, posted_on: day }
  const row = { ...own, id: entryId, document_kind: kind, document_id: id, reference: '' }
  attachments.push({ table: 'journal_entry', row })
  for (const [at, [account, amount]] of [[debit, cents] as const, [credit, -cents] as const].entries()) {
    const line = { ...own, entry_id: entryId, position: at + 1, account_id: account, amount: money(amount) }
    attachments.push({ table: 'journal_line', row: line })
  }
  return row
}

const addCents = (amount: string, cents: number): string => money(Math.round(Number(amount) * 100) + cents)

const money = (cents: number): string => (cents / 100).toFixed(2)
