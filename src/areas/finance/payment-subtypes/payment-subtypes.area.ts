import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { paymentSubtypeEvents } from './payment-subtypes.events.ts'
import { presentPaymentSubtype } from './payment-subtypes.presenter.ts'
import { getPaymentSubtype } from './payment-subtypes.queries.ts'
import { paymentSubtypes } from './payment-subtypes.routes.ts'
import { seedPaymentSubtypes } from './payment-subtypes.seeds.ts'

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
