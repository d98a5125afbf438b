import type { Scope } from '#kernel/tenancy/scope'
import type { NameColumn } from '#services/csv/list-csv'
import { PAYMENT_TYPES } from './payment-types.queries.ts'

interface Named {
  id: number
  name: string
}

const namesOf = (rows: readonly Named[]): ReadonlyMap<number, string> => new Map(rows.map(({ id, name }) => [id, name]))

const NAMED = { id: true, name: true } as const

/** The names of all accounts by id. */
export const accountNames: NameColumn['find'] = async ({ db: { prisma, tenantId } }) =>
  namesOf(await prisma.account.findMany({ where: { tenantId }, select: NAMED }))

/** The names of all classes by id. */
export const classNames: NameColumn['find'] = async ({ db: { prisma, tenantId } }: Scope) =>
  namesOf(await prisma.transactionClass.findMany({ where: { tenantId }, select: NAMED }))

/** The names that follow the ids in a file of payments. */
export const paymentNames: Readonly<Record<string, NameColumn>> = {
  PaymentTypeId: { header: 'PaymentType', find: async () => namesOf(PAYMENT_TYPES) },
  PaymentSubtypeId: {
    header: 'PaymentSubtype',
    find: async ({ db: { prisma, tenantId } }) =>
      namesOf(await prisma.paymentSubtype.findMany({ where: { tenantId }, select: NAMED })),
  },
  PaymentGatewayId: {
    header: 'PaymentGateway',
    find: async ({ db: { prisma, tenantId } }) =>
      namesOf(await prisma.paymentGateway.findMany({ where: { tenantId }, select: NAMED })),
  },
  DepositAccountId: { header: 'DepositAccount', find: accountNames },
}
