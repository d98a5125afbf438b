import { saveTransactionClass } from '#areas/finance/books/classes/classes.service'
import { saveDiscount } from '#areas/finance/books/discounts/discounts.service'
import { saveFeeItem } from '#areas/finance/books/fee-items/fee-items.service'
import { saveTaxRegion } from '#areas/finance/books/tax-regions/tax-regions.service'
import { saveTaxSet } from '#areas/finance/books/tax-sets/tax-sets.service'
import { EXTERNAL, TRADE } from '#areas/finance/payment-subtypes/payment-subtypes.queries'
import { savePaymentSubtype } from '#areas/finance/payment-subtypes/payment-subtypes.service'
import type { DiscountInput, FeeItemInput } from '#contract/finance/fee-items'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays } from '#kernel/time/calendar'
import { idIn, NEW, withFreeName } from './saving.ts'

/** Creates classes, taxes, discounts, payment subtypes and fee items. The accounts are those of every tenant. */
export const loadBooks = async (scope: Scope, today: string): Promise<void> => {
  const education = await addClass(scope, 'Education', null)
  const workshops = await addClass(scope, 'Workshops', education)
  const advocacy = await addClass(scope, 'Advocacy', null)
  const TaxSetId = await addTaxes(scope)
  await addDiscounts(scope, today)
  await addSubtype(scope, TRADE, 'Barter: printing')
  await addSubtype(scope, EXTERNAL, 'Paid at the bank')
  const account = await findIncomeAccounts(scope)
  const items: FeeItemInput[] = [
    { Name: 'Annual dues', Price: 125, AccountId: account('4000'), ClassId: advocacy },
    { Name: 'Workshop', Description: 'Half a day', Price: 60, AccountId: account('4100'), ClassId: workshops },
    { Name: 'Table sponsorship', Price: 750, AccountId: account('4200') },
    { Name: 'Member handbook', Price: 18.5, AccountId: account('4300'), TaxSetId },
    { Name: 'Tote bag', Description: 'Canvas', Price: 12, Quantity: 2, AccountId: account('4300'), TaxSetId },
    { Name: 'New member orientation', Price: 0, AccountId: account('4100'), ClassId: education },
    { Name: 'Printed directory listing', Price: 40, AccountId: account('4200'), IsActive: false },
  ]
  for (const item of items) await withFreeName(item.Name ?? '', (Name) => saveFeeItem(scope, 0, { ...item, Name }, NEW))
}

const addClass = async (scope: Scope, wanted: string, ParentClassId: number | null): Promise<number> => {
  const save = (Name: string) => saveTransactionClass(scope, 0, { Name, ParentClassId }, NEW)
  return idIn(await withFreeName(wanted, save), 'ClassId')
}

/** Returns the id of the tax set for goods. */
const addTaxes = async (scope: Scope): Promise<number> => {
  const { tenantId } = scope.db
  const { countryId: CountryId } = scope.tenant
  const country = await scope.db.prisma.country.findFirst({ where: { id: CountryId } })
  const address = await scope.db.prisma.address.findFirst({
    where: { tenantId, countryId: CountryId, stateProvince: { not: null } },
    orderBy: { id: 'asc' },
  })
  await addRegion(scope, country?.name ?? 'Country', null)
  const TaxRegionId = await addRegion(scope, address?.stateProvince ?? 'Capital', address?.stateProvince ?? 'Capital')
  const Rates = [
    { Name: 'State', Percent: 5.5 },
    { Name: 'City', Percent: 0.75 },
  ]
  const goods = await withFreeName('Sales tax', (Name) => saveTaxSet(scope, 0, { Name, TaxRegionId, Rates }, NEW))
  const lodging = [{ Name: 'Lodging', Percent: 9 }]
  await withFreeName('Lodging tax', (Name) => saveTaxSet(scope, 0, { Name, Rates: lodging }, NEW))
  return idIn(goods, 'TaxSetId')
}

/** A region that the tenant has already is used. */
const addRegion = async (scope: Scope, wanted: string, state: string | null): Promise<number> => {
  const { countryId } = scope.tenant
  const found = await scope.db.prisma.taxRegion.findFirst({ where: { tenantId: scope.db.tenantId, countryId, state } })
  if (found) return found.id
  const save = (Name: string) => saveTaxRegion(scope, 0, { Name, CountryId: countryId, StateProvince: state }, NEW)
  return idIn(await withFreeName(wanted, save), 'TaxRegionId')
}

const addDiscounts = async (scope: Scope, today: string): Promise<void> => {
  const discounts: DiscountInput[] = [
    { Name: 'Early bird', DiscountTypeId: 1, DiscountPercent: 10, StartDate: today, EndDate: addDays(today, 60) },
    { Name: 'Welcome', DiscountTypeId: 2, DiscountAmount: 15 },
    { Name: 'Autumn drive', DiscountTypeId: 1, DiscountPercent: 7.5, EndDate: addDays(today, -20) },
  ]
  for (const discount of discounts)
    await withFreeName(discount.Name ?? '', (Name) => saveDiscount(scope, 0, { ...discount, Name }, NEW))
}

const addSubtype = (scope: Scope, typeId: typeof TRADE | typeof EXTERNAL, wanted: string) =>
  withFreeName(wanted, (Name) => savePaymentSubtype(scope, 0, { PaymentTypeId: `${typeId}`, Name }, NEW))

/** The tenant can have other accounts by now: then its first active account of type Income takes their place. */
const findIncomeAccounts = async ({ db }: Scope): Promise<(number: string) => number> => {
  const where = { tenantId: db.tenantId, type: 'Income', isActive: true }
  const found = await db.prisma.account.findMany({ where, orderBy: { id: 'asc' } })
  return (number) => (found.find((account) => account.number === number) ?? found[0])?.id ?? 0
}
