import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { nameKeyOf } from '#kernel/records/names'
import { presented } from '#kernel/records/record-shape'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { paymentSubtypeEvents } from './payment-subtypes.events.ts'
import { presentPaymentSubtype } from './payment-subtypes.presenter.ts'
import { EXTERNAL, getPaymentSubtype, TRADE } from './payment-subtypes.queries.ts'
import { paymentSubtypes } from './payment-subtypes.routes.ts'

/** The payment types that have subtypes, each with the name of its system default. */
const DEFAULTS = [
  { paymentTypeId: TRADE, name: 'Trade' },
  { paymentTypeId: EXTERNAL, name: 'External' },
]

/** Creates the system default of each payment type that has subtypes. */
const seedPaymentSubtypes: TenantSeed = async (tx, tenantId) => {
  await tx.paymentSubtype.createMany({
    data: DEFAULTS.map((subtype) => ({ tenantId, ...subtype, nameKey: nameKeyOf(subtype.name), isDefault: true })),
  })
}

export const paymentSubtypesArea: Area = {
  routes: [paymentSubtypes],
  events: changes('payment-subtypes', 'Payment subtype', paymentSubtypeEvents),
  shapes: {
    paymentsubtype: presented('payment-subtypes:read', async (scope, id) =>
      presentPaymentSubtype(await getPaymentSubtype(scope, id)),
    ),
  },
  seeds: [seedPaymentSubtypes],
}
