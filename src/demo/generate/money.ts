import type { Random } from '../random.ts'
import { type DemoContact, dayAt, type World } from './world.ts'

/** How a run of terms stands today. */
type Standing = 'Active' | 'Grace' | 'Lapsed' | 'Dropped' | 'Cancelled' | 'Pending'

const STANDINGS: readonly Standing[] = [
  ...Array<Standing>(12).fill('Active'),
  'Grace',
  'Grace',
  'Lapsed',
  'Dropped',
  'Dropped',
  'Cancelled',
  'Pending',
]

/** Days from today on which the last term ends, from and to. */
const ENDS: Record<Standing, [number, number]> = {
  Active: [1, 364],
  Grace: [-30, -1],
  Lapsed: [-90, -31],
  Dropped: [-900, -91],
  Cancelled: [-400, 200],
  Pending: [365, 380],
}

/** A membership with one to three terms of a year, the invoices for them and what was paid. */
export const addMembership = (world: World, random: Random, contact: DemoContact): void => {
  const { records } = contact
  const isBusiness = records.entered.system_type_id === 2
  const { business, individual, student } = world.lookups.membershipTypes
  const typeId = isBusiness ? business : random.chance(0.15) ? student : individual
  const price = isBusiness ? random.between(20, 120) * 1000 : typeId === student ? 3500 : random.between(8, 24) * 1000
  const standing = random.pick(STANDINGS)
  const lastEnd = random.between(...ENDS[standing])
  const terms = standing === 'Pending' ? 1 : random.between(1, 3)
  for (let back = terms - 1; back >= 0; back--) {
    const isLast = back === 0
    const end = lastEnd - back * 365
    const owed = isLast ? owedFor(random, standing, price) : 0
    addTerm(world, contact, { typeId, price, owed, end, isLast, standing })
  }
}

const owedFor = (random: Random, standing: Standing, price: number): number => {
  if (standing === 'Pending' || standing === 'Grace') return price
  if (standing !== 'Active') return 0
  return random.chance(0.2) ? Math.round(price / random.between(1, 4)) : 0
}

interface Term {
  typeId: number
  /** Cents. */
  price: number
  owed: number
  /** Last day, from today. */
  end: number
  isLast: boolean
  standing: Standing
}

const addTerm = (world: World, contact: DemoContact, term: Term): void => {
  const { records, attachments } = contact
  const status = term.isLast ? term.standing : 'Lapsed'
  const start = term.end - 364
  attachments.push({
    table: 'membership',
    row: {
      contact_id: records.id,
      type_id: term.typeId,
      joined_on: dayAt(world, start),
      status,
      start_date: dayAt(world, start),
      expiration_date: dayAt(world, term.end),
      renewal_date: term.isLast && (status === 'Active' || status === 'Grace') ? dayAt(world, term.end + 1) : null,
      amount: money(term.price),
      balance: money(term.owed),
      auto_renew: term.isLast && records.id % 3 === 0,
    },
  })
  const { membership_statuses: statuses } = records.surroundings
  if (!statuses.includes(status)) statuses.push(status)
  const number = `${records.id}-${dayAt(world, start).slice(0, 4)}`
  const invoiced = Math.min(start, 0)
  addEntry(world, contact, 'invoice', term.price, invoiced, `INV-${number}`)
  if (term.price > term.owed)
    addEntry(world, contact, 'payment', term.owed - term.price, Math.min(invoiced + 14, 0), `PAY-${number}`)
}

/** Posts cents to what the contact owes. */
export const addEntry = (
  world: World,
  { records, attachments }: DemoContact,
  kind: 'invoice' | 'payment' | 'credit' | 'writeoff',
  cents: number,
  day: number,
  reference: string,
): void => {
  const row = { contact_id: records.id, kind, amount: money(cents), posted_on: dayAt(world, day), reference }
  attachments.push({ table: 'receivable_entry', row })
  records.surroundings.balance = money(Math.round(Number(records.surroundings.balance) * 100) + cents)
}

const money = (cents: number): string => (cents / 100).toFixed(2)
