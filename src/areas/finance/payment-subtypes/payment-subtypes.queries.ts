import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import { compareByName } from '#kernel/text/by-name'
import type { PaymentSubtype } from '#prisma/client'
import { paymentSubtypeEvents } from './payment-subtypes.events.ts'

/** The payment types that have subtypes. */
export const TRADE = 5
export const EXTERNAL = 6

export const paymentSubtypeKind: RecordKind<PaymentSubtype> = {
  entity: 'paymentsubtype',
  noun: 'payment subtype',
  table: 'payment_subtype',
  events: paymentSubtypeEvents,
  find: (tx, { tenantId, id }) => tx.paymentSubtype.findFirst({ where: { tenantId, id } }),
}

/** Returns the kind of the subtypes of one payment type: those of the other do not exist for it. */
const kindOfType = (paymentTypeId: number): RecordKind<PaymentSubtype> => ({
  ...paymentSubtypeKind,
  find: (tx, { tenantId, id }) => tx.paymentSubtype.findFirst({ where: { tenantId, id, paymentTypeId } }),
})

/** Returns a subtype of any payment type. @throws 404. */
export const getPaymentSubtype = (scope: Scope, id: number): Promise<PaymentSubtype> =>
  getRecord(scope, paymentSubtypeKind, id)

/** Returns a subtype of one payment type. @throws 404. */
export const getSubtypeOfType = (scope: Scope, paymentTypeId: number, id: number): Promise<PaymentSubtype> =>
  getRecord(scope, kindOfType(paymentTypeId), id)

/** Lists the subtypes of one payment type by name. */
export const listSubtypesOfType = async ({ db }: Scope, paymentTypeId: number): Promise<PaymentSubtype[]> =>
  (await db.prisma.paymentSubtype.findMany({ where: { tenantId: db.tenantId, paymentTypeId } })).sort(compareByName)

/** Returns whether a payment has the subtype. */
export const isSubtypeInUse = async (models: Models, { tenantId, id }: PaymentSubtype): Promise<boolean> =>
  (await models.payment.findFirst({ where: { tenantId, paymentSubtypeId: id }, select: { id: true } })) !== null
