import { saveAdjustment } from '#areas/commerce/benefit-ledger/adjustments/adjustments.service'
import { saveBenefitItem } from '#areas/commerce/benefit-ledger/items/items.service'
import { saveBenefitPackage } from '#areas/commerce/benefit-ledger/packages/packages.service'
import { recordUsage } from '#areas/commerce/benefit-ledger/usage/usage.service'
import { saveLevel } from '#areas/people/memberships/types/membership-levels.service'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { idIn, NEW, withFreeName } from './saving.ts'

/**
 * Creates benefits and packages, which the levels of the demonstration grant by a job, and pieces that staff gave. Returns the id
 * of the tickets.
 */
export const loadBenefits = async (scope: Scope): Promise<number> => {
  const tickets = await addItem(scope, 'Conference tickets', 'Tickets for the annual conference')
  const advice = await addItem(scope, 'Hours of legal advice', 'By phone, with the law firm of the association')
  const listings = await addItem(scope, 'Highlighted listings', null)
  const basic = await addPackage(scope, 'Member benefits', [[advice, 2]])
  const gold = await addPackage(scope, 'Gold benefits', [
    [tickets, 10],
    [advice, 12],
    [listings, 4],
  ])
  await attach(scope, 'regular', basic)
  await attach(scope, 'gold', gold)
  await giveTickets(scope, tickets)
  return tickets
}

const addItem = async (scope: Scope, wanted: string, Description: string | null): Promise<number> =>
  idIn(await withFreeName(wanted, (Name) => saveBenefitItem(scope, 0, { Name, Description }, NEW)), 'BenefitItemId')

const addPackage = async (scope: Scope, wanted: string, items: [itemId: number, quantity: number][]) => {
  const Items = items.map(([BenefitItemId, Quantity]) => ({ BenefitItemId, Quantity }))
  const save = (Name: string) => saveBenefitPackage(scope, 0, { Name, Items }, NEW)
  return idIn(await withFreeName(wanted, save), 'BenefitPackageId')
}

/** Makes a level grant a package, unless the tenant has renamed the level. */
const attach = async (scope: Scope, nameKey: string, BenefitPackageId: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, nameKey, benefitPackageId: null }
  const level = await scope.db.prisma.membershipLevel.findFirst({ where, orderBy: { id: 'asc' } })
  if (level) await saveLevel(scope, level.typeId, level.id, { BenefitPackageId }, versionOf(level.auditId))
}

/** Volunteers got tickets, and used some of them. */
const giveTickets = async (scope: Scope, BenefitItemId: number): Promise<void> => {
  const { tenantId } = scope.db
  const volunteers = await scope.db.prisma.contact.findMany({
    where: { tenantId, deletedAt: null, mergedIntoId: null, systemTypeId: 1, memberships: { none: {} } },
    orderBy: { id: 'asc' },
    take: 3,
  })
  for (const [at, { id: ContactId }] of volunteers.entries()) {
    const BenefitItems = [{ BenefitItemId, AdjustmentQuantity: 4 - at }]
    const AdjustmentDescription = 'Thanks for helping at the summer fair'
    await saveAdjustment(scope, { ContactId, BenefitItems, AdjustmentDescription })
    const Description = 'Annual conference'
    if (at < 2) await recordUsage(scope, { ContactId, BenefitItemId, UsageQuantity: 2, Description })
  }
}
