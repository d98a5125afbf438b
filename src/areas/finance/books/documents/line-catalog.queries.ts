import { findCountries } from '#areas/people/contacts/contacts.queries'
import type { DocumentAddressInput, DocumentLineSaveInput } from '#contract/finance/invoices'
import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Account, Discount, FeeItem, TaxSet, TransactionClass } from '#prisma/client'
import { listTaxRegionIds } from '../tax-regions/tax-regions.queries.ts'
import { listChargedRates } from '../tax-sets/tax-sets.queries.ts'
import type { ChargedRate } from './pricing.model.ts'

/** The records that lines and their fee items reference, by id, inactive ones included. */
export interface LineCatalog {
  feeItems: ReadonlyMap<number, FeeItem>
  accounts: ReadonlyMap<number, Account>
  classes: ReadonlyMap<number, TransactionClass>
  discounts: ReadonlyMap<number, Discount>
  taxSets: ReadonlyMap<number, Pick<TaxSet, 'id' | 'isActive'>>
  /** The rates of the tax sets that are charged at the place of the document. */
  rates: ReadonlyMap<number, ChargedRate[]>
}

/** The part of an address that decides which tax sets apply. */
export type TaxAddress = Pick<DocumentAddressInput, 'CountryCode' | 'StateProvince'>

/** Returns the first address with a country or a state; null for none, which means the place of the tenant. */
export const taxAddressOf = (...addresses: readonly (TaxAddress | null | undefined)[]): TaxAddress | null =>
  addresses.find((address) => address?.CountryCode || address?.StateProvince?.trim()) ?? null

type Ids = readonly (number | null | undefined)[]
type Read<R> = (where: { tenantId: number; id: { in: number[] } }) => Promise<R[]>

/**
 * Reads the records that lines and their fee items reference.
 *
 * @param place null for the place of the tenant.
 */
export const readLineCatalog = async (
  scope: Scope,
  models: Transaction,
  lines: readonly DocumentLineSaveInput[],
  place: TaxAddress | null,
): Promise<LineCatalog> => {
  const find = async <R extends { id: number }>(ids: Ids, read: Read<R>): Promise<ReadonlyMap<number, R>> => {
    const found = idsOf(ids)
    // Most lines have no class, discount or tax set.
    const records = found.length === 0 ? [] : await read({ tenantId: scope.db.tenantId, id: { in: found } })
    return new Map(records.map((record) => [record.id, record]))
  }
  const feeItems = await find(
    lines.map(({ FeeItemId }) => FeeItemId),
    (where) => models.feeItem.findMany({ where }),
  )
  const items = [...feeItems.values()]
  const taxSetIds = [...lines.map(({ TaxSetId }) => TaxSetId), ...items.map(({ taxSetId }) => taxSetId)]
  const accountIds = [...lines.map(({ AccountId }) => AccountId), ...items.map(({ accountId }) => accountId)]
  const classIds = [...lines.map(({ ClassId }) => ClassId), ...items.map(({ classId }) => classId)]
  const discountIds = lines.map(({ DiscountId }) => DiscountId)
  const [accounts, classes, discounts, taxSets] = await Promise.all([
    find(accountIds, (where) => models.account.findMany({ where })),
    find(classIds, (where) => models.transactionClass.findMany({ where })),
    find(discountIds, (where) => models.discount.findMany({ where })),
    find(taxSetIds, (where) => models.taxSet.findMany({ where, select: { id: true, isActive: true } })),
  ])
  const rates = await listRates(scope, models, idsOf(taxSetIds), place)
  return { feeItems, accounts, classes, discounts, taxSets, rates }
}

/**
 * Lists the rates of tax sets that are charged at a place, also of inactive sets: what uses one is taxed. A state without
 * a country is in that of the tenant.
 */
export const listRates = async (
  scope: Scope,
  models: Transaction,
  taxSetIds: readonly number[],
  place: TaxAddress | null,
): Promise<ReadonlyMap<number, ChargedRate[]>> => {
  if (taxSetIds.length === 0) return new Map()
  const countryId = place?.CountryCode ? await findCountryId(models, place.CountryCode) : scope.tenant.countryId
  const address = place && { countryId, stateProvince: place.StateProvince ?? null }
  const regionIds = await listTaxRegionIds(scope, models, address)
  return listChargedRates(models, scope.db.tenantId, taxSetIds, regionIds)
}

const idsOf = (ids: Ids): number[] => [...new Set(ids.filter((id): id is number => !!id))]

/** Returns the two letters of ISO 3166-1 of a country, or null if it does not exist. */
export const findCountryCode = async (runner: SqlRunner, id: number): Promise<string | null> =>
  (await findCountries(runner)).get(id)?.alpha2 ?? null

/** Finds a country by its two letters of ISO 3166-1. */
export const findCountryId = async (runner: SqlRunner, code: string): Promise<number | null> => {
  for (const [id, { alpha2 }] of await findCountries(runner)) if (alpha2 === code) return id
  return null
}
