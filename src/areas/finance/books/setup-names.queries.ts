import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { fullNameOf } from './classes/classes.model.ts'
import { listClasses } from './classes/classes.queries.ts'
import { PAYMENT_TYPES } from './payment-types.queries.ts'

/** A record that the books are set up with, for the choices of other areas. */
export interface SetupName {
  id: number
  name: string
  isActive: boolean
  /** The type of an account. */
  type?: string
}

type ListNames = (scope: Pick<Scope, 'db'>, models?: Models) => Promise<SetupName[]>

const COLUMNS = { id: true, name: true, isActive: true } as const

export const listAccountNames: ListNames = ({ db }, models = db.prisma) =>
  models.account.findMany({ where: { tenantId: db.tenantId }, select: { ...COLUMNS, type: true } })

/** Lists the accounts that income is posted to. */
export const listIncomeAccountNames: ListNames = ({ db }, models = db.prisma) =>
  models.account.findMany({ where: { tenantId: db.tenantId, type: 'Income' }, select: COLUMNS })

/** Lists the discounts, those that have ended included. */
export const listDiscountNames: ListNames = ({ db }, models = db.prisma) =>
  models.discount.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

export const listFeeItemNames: ListNames = ({ db }, models = db.prisma) =>
  models.feeItem.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

export const listTaxSetNames: ListNames = ({ db }, models = db.prisma) =>
  models.taxSet.findMany({ where: { tenantId: db.tenantId }, select: COLUMNS })

/** Lists the transaction classes by their full names: those of their parents, separated by colons, come first. */
export const listClassNames: ListNames = async ({ db }, models = db.prisma) => {
  const classes = await listClasses(models, db.tenantId)
  return [...classes.values()].map(({ id, isActive }) => ({ id, isActive, name: fullNameOf(classes, id) }))
}

/** Lists the payment types, which are fixed. */
export const listPaymentTypeNames: ListNames = async () => PAYMENT_TYPES.map((type) => ({ ...type, isActive: true }))
