import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type {
  PaymentGateway,
  ProcessorCharge,
  ProcessorDispute,
  ProcessorDisputeMessage,
  ProcessorFile,
} from '#prisma/client'
import { disputeEvents } from '../payment-processor.events.ts'
import { needsResponse } from './disputes.model.ts'

/** A dispute with its charge, the contact that paid and the gateway. */
export interface ChargeDispute extends ProcessorDispute {
  charge: ProcessorCharge & {
    contact: { displayName: string; deletedAt: Date | null } | null
    account: { uid: string; gateway: PaymentGateway }
    payment: { id: number } | null
  }
}

export const WITH_CHARGE = {
  charge: {
    include: {
      contact: { select: { displayName: true, deletedAt: true } },
      account: { select: { uid: true, gateway: true } },
      payment: { select: { id: true } },
    },
  },
} as const

export const disputeKind: RecordKind<ChargeDispute> = {
  entity: 'dispute',
  table: 'processor_dispute',
  columns: { read_at: null, entry_id: null, raw: null },
  events: disputeEvents,
  find: (tx, { tenantId, id }) => tx.processorDispute.findFirst({ where: { tenantId, id }, include: WITH_CHARGE }),
}

const MAX_DISPUTES = 1000

/** Lists disputes: those that need a response by their due date, then the others, the newest first. */
export const listStoredDisputes = async ({ db }: Scope): Promise<ChargeDispute[]> => {
  const { tenantId, prisma } = db
  const open = { in: ['needs_response', 'warning_needs_response'] }
  const urgent = await prisma.processorDispute.findMany({
    where: { tenantId, status: open },
    include: WITH_CHARGE,
    orderBy: [{ dueBy: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
    take: MAX_DISPUTES,
  })
  const others = await prisma.processorDispute.findMany({
    where: { tenantId, status: { notIn: open.in } },
    include: WITH_CHARGE,
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: MAX_DISPUTES - urgent.length,
  })
  return [...urgent, ...others]
}

/** Returns the newest dispute of a charge. One that needs a response comes first. @throws 404. */
export const getDisputeOfCharge = async ({ db }: Scope, chargeId: number): Promise<ChargeDispute> => {
  const disputes = await db.prisma.processorDispute.findMany({
    where: { tenantId: db.tenantId, chargeId },
    include: WITH_CHARGE,
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
  })
  const dispute = disputes.find(needsResponse) ?? disputes[0]
  if (!dispute) throw notFound('dispute')
  return dispute
}

/** Returns a dispute by its own id. @throws 404. */
export const getDisputeById = async ({ db }: Scope, id: number): Promise<ChargeDispute> => {
  const where = { tenantId: db.tenantId, id }
  const dispute = await db.prisma.processorDispute.findFirst({ where, include: WITH_CHARGE })
  if (!dispute) throw notFound('dispute')
  return dispute
}

const MAX_MESSAGES = 1000

export const listMessages = ({ db }: Scope, disputeId: number): Promise<ProcessorDisputeMessage[]> =>
  db.prisma.processorDisputeMessage.findMany({
    where: { tenantId: db.tenantId, disputeId },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: MAX_MESSAGES,
  })

/** Lists the files with the processor's ids. */
export const listFiles = ({ db }: Scope, uids: readonly string[]): Promise<ProcessorFile[]> =>
  db.prisma.processorFile.findMany({ where: { tenantId: db.tenantId, uid: { in: [...uids] } } })
