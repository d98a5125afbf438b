import { GATEWAY } from '#areas/finance/payment-processor/accounts/accounts.queries'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import { listIdsInUse } from '#kernel/records/uses'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { PaymentGateway, Prisma } from '#prisma/client'
import { paymentGatewayEvents } from './payment-gateways.events.ts'

/** A gateway with its account at the processor or in the sandbox. */
export interface GatewayWithAccount extends PaymentGateway {
  processorAccount: { uid: string; currencyCode: string } | null
}

export const WITH_ACCOUNT = { processorAccount: { select: { uid: true, currencyCode: true } } } as const

export const paymentGatewayKind: RecordKind<GatewayWithAccount> = {
  entity: GATEWAY,
  noun: 'payment gateway',
  table: 'payment_gateway',
  events: paymentGatewayEvents,
  find: (tx, { tenantId, id }) => tx.paymentGateway.findFirst({ where: { tenantId, id }, include: WITH_ACCOUNT }),
}

/** Lists the gateways of the tenant: the default first, the others by name. */
export const listPaymentGateways = ({ db }: Scope, models: Models = db.prisma): Promise<GatewayWithAccount[]> =>
  models.paymentGateway.findMany({
    where: { tenantId: db.tenantId },
    include: WITH_ACCOUNT,
    orderBy: [{ isDefault: 'desc' }, { nameKey: 'asc' }, { id: 'asc' }],
  })

/** Returns one gateway. @throws 404. */
export const getPaymentGateway = (scope: Scope, id: number): Promise<GatewayWithAccount> =>
  getRecord(scope, paymentGatewayKind, id)

/** Returns the ids of those gateways that nothing uses. The default is one of them only if it is the only gateway. */
export const listDeletableIds = async (
  scope: Scope,
  gateways: readonly PaymentGateway[],
): Promise<ReadonlySet<number>> => {
  const ids = gateways.map(({ id }) => id)
  const [used, count] = await Promise.all([
    listIdsInUse(scope, paymentGatewayKind, ids),
    scope.db.prisma.paymentGateway.count({ where: { tenantId: scope.db.tenantId } }),
  ])
  const free = gateways.filter(({ id, isDefault }) => !used.has(id) && (!isDefault || count === 1))
  return new Set(free.map(({ id }) => id))
}

/** A gateway with what the processor requires of its account. */
export type GatewayWithRequirements = Prisma.PaymentGatewayGetPayload<{ include: { processorAccount: true } }>

/** Lists the gateways by name, with their accounts. */
export const listGatewaysWithRequirements = async ({ db }: Scope): Promise<GatewayWithRequirements[]> => {
  const where = { tenantId: db.tenantId }
  return (await db.prisma.paymentGateway.findMany({ where, include: { processorAccount: true } })).sort(compareByName)
}
