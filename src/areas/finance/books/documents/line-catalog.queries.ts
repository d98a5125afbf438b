import type { DocumentLineSaveInput } from '#contract/finance/invoices'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { Account, Discount, FeeItem, Prisma, TransactionClass } from '#prisma/client'

const withRates = {
  include: { region: true, rates: { where: { removedAt: null }, orderBy: { position: 'asc' } } },
} as const satisfies Prisma.TaxSetDefaultArgs

/** A tax set with its region and current rates. */
export type OfferedTaxSet = Prisma.TaxSetGetPayload<typeof withRates>

/** The active records that lines reference, by id. */
export interface LineCatalog {
  feeItems: ReadonlyMap<number, FeeItem>
  accounts: ReadonlyMap<number, Account>
  classes: ReadonlyMap<number, TransactionClass>
  discounts: ReadonlyMap<number, Discount>
  taxSets: ReadonlyMap<number, OfferedTaxSet>
}

/** The types of accounts that a line can be posted to. */
const LINE_ACCOUNTS = ['Income', 'Expense', 'Liability', 'Equity', 'Asset']

/** Reads the active records that lines and their fee items reference. */
export const readLineCatalog = async (
  models: Models,
  tenantId: number,
  lines: readonly DocumentLineSaveInput[],
): Promise<LineCatalog> => {
  const where = (name: 'FeeItemId' | 'AccountId' | 'ClassId' | 'DiscountId') => ({
    tenantId,
    isActive: true,
    id: { in: idsOf(lines.map((line) => line[name])) },
  })
  const feeItems = await models.feeItem.findMany({ where: where('FeeItemId') })
  const taxSetIds = idsOf([...lines.map(({ TaxSetId }) => TaxSetId), ...feeItems.map(({ taxSetId }) => taxSetId)])
  const types = { type: { in: LINE_ACCOUNTS } }
  const [accounts, classes, discounts, taxSets] = await Promise.all([
    models.account.findMany({ where: { ...where('AccountId'), ...types } }),
    models.transactionClass.findMany({ where: where('ClassId') }),
    models.discount.findMany({ where: where('DiscountId') }),
    models.taxSet.findMany({ where: { tenantId, isActive: true, id: { in: taxSetIds } }, ...withRates }),
  ])
  return {
    feeItems: byId(feeItems),
    accounts: byId(accounts),
    classes: byId(classes),
    discounts: byId(discounts),
    taxSets: byId(taxSets),
  }
}

const idsOf = (ids: readonly (number | null | undefined)[]): number[] => [
  ...new Set(ids.filter((id): id is number => !!id)),
]

const byId = <R extends { id: number }>(records: readonly R[]): ReadonlyMap<number, R> =>
  new Map(records.map((record) => [record.id, record]))
