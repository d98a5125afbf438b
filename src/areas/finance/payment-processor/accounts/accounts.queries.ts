import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { PaymentGateway, ProcessorAccount } from '#prisma/client'

/** An account at the processor with the gateway that uses it. */
export interface GatewayAccount extends ProcessorAccount {
  gateway: PaymentGateway
}

/** The entity of the gateways that use accounts. */
export const GATEWAY = 'paymentgateway'

const OTHER = 3
const TYPES: ReadonlyMap<string, 1 | 2 | 3> = new Map([
  ['Processor', 1],
  ['Sandbox', 2],
  ['Other', OTHER],
] as const)

/** Returns the documented type of a gateway. */
export const gatewayType = ({ kind }: Pick<PaymentGateway, 'kind'>): 1 | 2 | 3 => TYPES.get(kind) ?? OTHER

/** The kinds of gateways whose transactions are stored. */
export const KINDS_WITH_ACCOUNT = ['Processor', 'Sandbox']

/** Lists the accounts of the tenant: that of the default gateway first, the others by the name of the gateway. */
export const listAccounts = ({ db }: Scope): Promise<GatewayAccount[]> =>
  db.prisma.processorAccount.findMany({
    where: { tenantId: db.tenantId },
    include: { gateway: true },
    orderBy: [{ gateway: { isDefault: 'desc' } }, { gateway: { nameKey: 'asc' } }, { id: 'asc' }],
  })

/** Finds an account by the processor's id; null if the tenant has no such account. */
export const findAccount = ({ db }: Scope, uid: string): Promise<GatewayAccount | null> =>
  db.prisma.processorAccount.findFirst({ where: { tenantId: db.tenantId, uid }, include: { gateway: true } })

/** Returns an account by the processor's id. @throws 404. */
export const getAccount = async (scope: Scope, uid: string): Promise<GatewayAccount> => {
  const account = await findAccount(scope, uid)
  if (!account) throw notFound('account')
  return account
}

/** Returns an account by its own id. @throws 404. */
export const getAccountById = async ({ db }: Scope, id: number): Promise<GatewayAccount> => {
  const account = await db.prisma.processorAccount.findFirst({
    where: { tenantId: db.tenantId, id },
    include: { gateway: true },
  })
  if (!account) throw notFound('account')
  return account
}

/** Finds the account of a gateway; null for a gateway without one. */
export const findAccountOfGateway = ({ db }: Scope, gatewayId: number): Promise<GatewayAccount | null> =>
  db.prisma.processorAccount.findFirst({ where: { tenantId: db.tenantId, gatewayId }, include: { gateway: true } })
