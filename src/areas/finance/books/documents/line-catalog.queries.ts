import type { DocumentAddressInput, DocumentLineSaveInput } from '#contract/finance/invoices'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Account, Discount, FeeItem, TransactionClass } from '#prisma/client'
import { listTaxRegionIds } from '../tax-regions/tax-regions.queries.ts'
import { listChargedRates } from '../tax-sets/tax-sets.queries.ts'
import type { ChargedRate } from '../taxes/taxes.model.ts'
import { findCountryId } from './countries.queries.ts'

/** The records that lines reference, by id. Only active ones, but discounts of any day. */
export interface LineCatalog {
  feeItems: ReadonlyMap<number, FeeItem>
  accounts: ReadonlyMap<number, Account>
  classes: ReadonlyMap<number, TransactionClass>
  discounts: ReadonlyMap<number, Discount>
  /** The rates of active tax sets that are charged at the place of the document. */
  rates: ReadonlyMap<number, ChargedRate[]>
}

/** The part of an address that decides which tax sets apply. */
export type TaxAddress = Pick<DocumentAddressInput, 'CountryCode' | 'StateProvince'>

/** Returns the first address with a country or a state; null for none, which means the place of the tenant. */
export const taxAddressOf = (...addresses: readonly (TaxAddress | null | undefined)[]): TaxAddress | null =>
  addresses.find((address) => address?.CountryCode || address?.StateProvince?.trim()) ?? null

/** The types of accounts that a line can be posted to. */
const LINE_ACCOUNTS = ['Income', 'Expense', 'Liability', 'Equity', 'Asset']

/**
 * Reads the records that lines and their fee items reference.
 *
 * @param place null for the place of the tenant.
 */
export const readLineCatalog = async (
  scope: Scope,
  models: Models,
  lines: readonly DocumentLineSaveInput[],
  place: TaxAddress | null,
): Promise<LineCatalog> => {
  const { tenantId } = scope.db
  const where = (name: 'FeeItemId' | 'AccountId' | 'ClassId' | 'DiscountId') => ({
    tenantId,
    isActive: true,
    id: { in: idsOf(lines.map((line) => line[name])) },
  })
  const feeItems = await models.feeItem.findMany({ where: where('FeeItemId') })
  const taxSetIds = idsOf([...lines.map(({ TaxSetId }) => TaxSetId), ...feeItems.map(({ taxSetId }) => taxSetId)])
  const [accounts, classes, discounts] = await Promise.all([
    models.account.findMany({ where: { ...where('AccountId'), type: { in: LINE_ACCOUNTS } } }),
    models.transactionClass.findMany({ where: where('ClassId') }),
    models.discount.findMany({ where: where('DiscountId') }),
  ])
  return {
    feeItems: byId(feeItems),
    accounts: byId(accounts),
    classes: byId(classes),
    discounts: byId(discounts),
    rates: await listRates(scope, models, taxSetIds, place),
  }
}

/** Lists the rates of active tax sets that are charged at a place. A state without a country is in that of the tenant. */
export const listRates = async (
  scope: Scope,
  models: Models,
  taxSetIds: readonly number[],
  place: TaxAddress | null,
): Promise<ReadonlyMap<number, ChargedRate[]>> => {
  if (taxSetIds.length === 0) return new Map()
  const { tenantId } = scope.db
  const active = await models.taxSet.findMany({
    where: { tenantId, id: { in: [...taxSetIds] }, isActive: true },
    select: { id: true },
  })
  const countryId = place?.CountryCode ? await findCountryId(scope, place.CountryCode) : scope.tenant.countryId
  const address = place && { countryId, stateProvince: place.StateProvince ?? null }
  const regionIds = await listTaxRegionIds(scope, models, address)
  return listChargedRates(
    models,
    tenantId,
    active.map(({ id }) => id),
    regionIds,
  )
}

const idsOf = (ids: readonly (number | null | undefined)[]): number[] => [
  ...new Set(ids.filter((id): id is number => !!id)),
]

const byId = <R extends { id: number }>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record.id, record]))
