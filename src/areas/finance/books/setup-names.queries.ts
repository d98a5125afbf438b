import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'

/** A record that the books are set up with, for the choices of other areas. */
export interface SetupName {
  id: number
  name: string
  isActive: boolean
}

type ListNames = (scope: Pick<Scope, 'db'>, models?: Models) => Promise<SetupName[]>

const COLUMNS = { id: true, name: true, isActive: true } as const

/** Lists the accounts. */
export const listAccountNames: ListNames = ({ db }, models = db.prisma) =>
  models.account.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

/** Lists the accounts that income is posted to. */
export const listIncomeAccountNames: ListNames = ({ db }, models = db.prisma) =>
  models.account.findMany({ where: { tenantId: db.tenantId, type: 'Income' }, select: COLUMNS })

/** Lists the discounts, those that have ended included. */
export const listDiscountNames: ListNames = ({ db }, models = db.prisma) =>
  models.discount.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

/** Lists the fee items. */
export const listFeeItemNames: ListNames = ({ db }, models = db.prisma) =>
  models.feeItem.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

/** Lists the tax sets. */
export const listTaxSetNames: ListNames = ({ db }, models = db.prisma) =>
  models.taxSet.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

/** Lists the transaction classes by their full names: those of their parents, separated by colons, come first. */
export const listClassNames: ListNames = async ({ db }, models = db.prisma) => {
  const where = { tenantId: db.tenantId }
  const classes = await models.transactionClass.findMany({ where, select: { ...COLUMNS, parentId: true } })
  const byId = new Map(classes.map((one) => [one.id, one]))
  const fullName = ({ name, parentId }: { name: string; parentId: number | null }): string => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return parent ? `${fullName(parent)}:${name}` : name
  }
  return classes.map((one) => ({ id: one.id, isActive: one.isActive, name: fullName(one) }))
}

const PAYMENT_TYPES = ['Cash', 'Check', 'Credit card', 'ACH', 'Trade', 'External']

/** Lists the payment types, which are fixed: 1 Cash, 2 Check, 3 Credit card, 4 ACH, 5 Trade, 6 External. */
export const listPaymentTypeNames: ListNames = async () =>
  PAYMENT_TYPES.map((name, at) => ({ id: at + 1, name, isActive: true }))
