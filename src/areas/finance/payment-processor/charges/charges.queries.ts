import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { PaymentGateway, ProcessorCharge } from '#prisma/client'
import { chargeEvents } from './charges.events.ts'

/** A charge with the gateway that it was made on, and its payment. */
export interface GatewayCharge extends ProcessorCharge {
  account: { uid: string; gateway: PaymentGateway }
  /** Its payment in the books. */
  payment: { id: number; number: number } | null
}

export const WITH_GATEWAY = {
  account: { select: { uid: true, gateway: true } },
  payment: { select: { id: true, number: true } },
} as const

export const chargeKind: RecordKind<GatewayCharge> = {
  entity: 'charge',
  table: 'processor_charge',
  events: chargeEvents,
  find: (tx, { tenantId, id }) => tx.processorCharge.findFirst({ where: { tenantId, id }, include: WITH_GATEWAY }),
}

/** Returns a charge. @throws 404. */
export const getStoredCharge = (scope: Scope, id: number): Promise<GatewayCharge> => getRecord(scope, chargeKind, id)

/** Finds the charge with the processor's id; null if there is none. */
export const findChargeByUid = ({ db }: Scope, uid: string): Promise<GatewayCharge | null> =>
  db.prisma.processorCharge.findFirst({ where: { tenantId: db.tenantId, uid }, include: WITH_GATEWAY })
