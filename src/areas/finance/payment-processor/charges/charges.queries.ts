import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { PaymentGateway, ProcessorCharge, ProcessorRefund } from '#prisma/client'
import { chargeEvents } from '../payment-processor.events.ts'

/** A charge with the gateway that it was made on, and its payment. */
export interface GatewayCharge extends ProcessorCharge {
  account: { uid: string; gateway: PaymentGateway }
  contact: { deletedAt: Date | null } | null
  /** Its payment in the books. */
  payment: { id: number; number: number } | null
}

export const WITH_GATEWAY = {
  account: { select: { uid: true, gateway: true } },
  contact: { select: { deletedAt: true } },
  payment: { select: { id: true, number: true } },
} as const

export const chargeKind: RecordKind<GatewayCharge> = {
  entity: 'charge',
  table: 'processor_charge',
  columns: { read_at: null, request_key: null, entry_id: null, in_books: null },
  events: chargeEvents,
  find: (tx, { tenantId, id }) => tx.processorCharge.findFirst({ where: { tenantId, id }, include: WITH_GATEWAY }),
}

/** Returns a charge. @throws 404. */
export const getStoredCharge = (scope: Scope, id: number): Promise<GatewayCharge> => getRecord(scope, chargeKind, id)

/** A refund of a charge with that of the books. */
export interface BookedRefund extends ProcessorRefund {
  refund: { id: number; number: number } | null
}

/** Lists the refunds of a charge, the oldest first. @throws 404. */
export const listChargeRefunds = async (scope: Scope, chargeId: number): Promise<BookedRefund[]> => {
  const { tenantId, prisma } = scope.db
  await getStoredCharge(scope, chargeId)
  const include = { refund: { select: { id: true, number: true } } }
  return prisma.processorRefund.findMany({ where: { tenantId, chargeId }, include, orderBy: { id: 'asc' } })
}

/** Finds the charge with the processor's id; null if there is none. */
export const findChargeByUid = ({ db }: Scope, uid: string): Promise<GatewayCharge | null> =>
  db.prisma.processorCharge.findFirst({ where: { tenantId: db.tenantId, uid }, include: WITH_GATEWAY })

/** Finds the charge of a request by its key; null if it was not made. */
export const findChargeByRequest = ({ db }: Scope, requestKey: string): Promise<GatewayCharge | null> =>
  db.prisma.processorCharge.findFirst({ where: { tenantId: db.tenantId, requestKey }, include: WITH_GATEWAY })

/** Finds the charge that is paid on a page of the processor; null if there is none. */
export const findChargeByPage = ({ db }: Scope, pageUid: string): Promise<GatewayCharge | null> =>
  db.prisma.processorCharge.findFirst({ where: { tenantId: db.tenantId, pageUid }, include: WITH_GATEWAY })
