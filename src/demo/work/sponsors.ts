import { saveSponsor } from '#areas/commerce/sponsorships/sponsors/sponsors.service'
import { saveSponsorshipType } from '#areas/commerce/sponsorships/types/sponsorship-types.service'
import { saveFeeItem } from '#areas/finance/books/fee-items/fee-items.service'
import type { SponsorEditInput, SponsorshipTypeEditInput } from '#contract/commerce/sponsorships'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, addMonths, type Day } from '#kernel/time/calendar'
import { idIn, NEW, withFreeName } from './saving.ts'

interface Level {
  name: string
  price: number
  description: string
  maxQuantity: number
  months: number | null
}

const LEVELS: readonly Level[] = [
  {
    name: 'Gold',
    price: 2500,
    description: 'Logo on all pages, and ten conference tickets.',
    maxQuantity: 4,
    months: 12,
  },
  { name: 'Silver', price: 1200, description: 'Logo on the page of events.', maxQuantity: 10, months: 12 },
  { name: 'Friend of the association', price: 0, description: 'Named on our page.', maxQuantity: 0, months: null },
]

/** Creates levels of sponsorship, and organizations that sponsor: running, ended, pending and declined. */
export const loadSponsors = async (scope: Scope, today: Day): Promise<void> => {
  const types: number[] = []
  for (const level of LEVELS) types.push(await addType(scope, level, await addItem(scope, level)))
  const [gold = 0, silver = 0, friend = 0] = types
  const contacts = await findSponsors(scope)
  const sponsors: Omit<SponsorEditInput, 'ContactId'>[] = [
    { SponsorshipTypeId: gold, Status: 'Approved', StartDate: addMonths(today, -4) },
    { SponsorshipTypeId: gold, Status: 'Approved', StartDate: addMonths(today, -11) },
    { SponsorshipTypeId: silver, Status: 'Approved', StartDate: addDays(today, 10), Price: '1000' },
    { SponsorshipTypeId: silver, Status: 'Approved', StartDate: addMonths(today, -10), EndDate: today },
    { SponsorshipTypeId: friend, Status: 'Approved', StartDate: addMonths(today, -30) },
    { SponsorshipTypeId: gold },
    { SponsorshipTypeId: silver },
    { SponsorshipTypeId: friend, Status: 'Declined' },
  ]
  for (const [at, ContactId] of contacts.entries()) {
    const sponsor = sponsors[at]
    if (sponsor) await addSponsor(scope, { ...sponsor, ContactId }, today)
  }
}

const addItem = async (scope: Scope, { name, price }: Level): Promise<number> => {
  const where = { tenantId: scope.db.tenantId, type: 'Income', isActive: true }
  const accounts = await scope.db.prisma.account.findMany({ where, orderBy: { id: 'asc' } })
  const AccountId = (accounts.find(({ number }) => number === '4200') ?? accounts[0])?.id ?? 0
  const item = { Price: price, AccountId }
  const save = (Name: string) => saveFeeItem(scope, 0, { ...item, Name }, NEW)
  return idIn(await withFreeName(`Sponsorship: ${name}`, save), 'FeeItemId')
}

/** The highest level grants the package of the demonstration, unless the tenant has renamed it. */
const addType = async (scope: Scope, level: Level, SaleableItemId: number): Promise<number> => {
  const where = { tenantId: scope.db.tenantId, nameKey: 'gold benefits', isActive: true }
  const found = level.name === 'Gold' ? await scope.db.prisma.benefitPackage.findFirst({ where }) : null
  const type: SponsorshipTypeEditInput = {
    Description: level.description,
    MaxQuantity: level.maxQuantity,
    SaleableItem: { SaleableItemId },
    LengthInMonths: level.months === null ? null : String(level.months),
    SponsorBenefitId: found ? String(found.id) : null,
  }
  const save = (Name: string) => saveSponsorshipType(scope, 0, { ...type, Name }, NEW)
  return idIn(await withFreeName(level.name, save), 'SponsorshipTypeId')
}

const findSponsors = async ({ db }: Scope): Promise<number[]> => {
  const where = {
    tenantId: db.tenantId,
    deletedAt: null,
    mergedIntoId: null,
    systemTypeId: 2,
    memberships: { some: {} },
  }
  const found = await db.prisma.contact.findMany({ where, orderBy: { id: 'asc' }, take: 8 })
  return found.map(({ id }) => id)
}

/** An approved sponsor whose last day is today ended yesterday. */
const addSponsor = async (scope: Scope, sponsor: SponsorEditInput, today: Day): Promise<void> => {
  const saved = await saveSponsor(scope, 0, sponsor, NEW)
  if (sponsor.EndDate !== today) return
  const EndDate = addDays(today, -1)
  await saveSponsor(scope, idIn(saved, 'SponsorId'), { EndDate }, versionOf(saved.auditId))
}
