import { paymentPlanDays } from '#areas/commerce/payment-plans/collections/collections.job'
import { performCollection } from '#areas/commerce/payment-plans/collections/collections.service'
import { sealer } from '#kernel/crypto/seal'
import { type KilledWork, performKilledWork } from '../killed/killed-work.ts'

/** The daily work of payment plans and its jobs on a day, for a test that kills it. */
export interface KilledCollection extends KilledWork {
  day: string
}

await performKilledWork<KilledCollection>(async (scope, { day }) => {
  const tools = { sealer: sealer(Buffer.alloc(32, 7)), processorUrl: '' }
  await paymentPlanDays.run(scope, { since: day, today: day })
  const where = { tenantId: scope.db.tenantId, status: { in: ['requested', 'pending'] } }
  const collections = await scope.db.prisma.partCollection.findMany({ where, orderBy: { id: 'asc' } })
  for (const { id } of collections) await performCollection(scope, tools, id)
})
