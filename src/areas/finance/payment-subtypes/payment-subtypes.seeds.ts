import { nameKeyOf } from '#kernel/records/names'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { EXTERNAL, TRADE } from './payment-subtypes.model.ts'

/** The payment types that have subtypes, each with the name of its system default. */
const DEFAULTS = [
  { paymentTypeId: TRADE, name: 'Trade' },
  { paymentTypeId: EXTERNAL, name: 'External' },
]

/** Creates the system default of each payment type that has subtypes. */
export const seedPaymentSubtypes: TenantSeed = async (tx, tenantId) => {
  await tx.paymentSubtype.createMany({
    data: DEFAULTS.map((subtype) => ({ tenantId, ...subtype, nameKey: nameKeyOf(subtype.name), isDefault: true })),
  })
}
