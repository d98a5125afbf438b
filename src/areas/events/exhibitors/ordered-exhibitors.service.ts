import type { SubmittedOrder } from '#areas/events/registrations/orders/order-parts.service'
import { recordChangesSql } from '#kernel/records/change-sql'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder } from '#prisma/client'
import { exhibitorChange } from './exhibitor-changes.service.ts'
import { exhibitorEvents } from './exhibitors.events.ts'

/** Makes the exhibitors of a cart registered ones, and records them. The caller has locked the event. */
export const confirmExhibitors = async (
  scope: Scope,
  tx: Transaction,
  { order: { tenantId, id: orderId } }: SubmittedOrder,
): Promise<void> => {
  const where = { tenantId, orderId }
  const exhibitors = await tx.eventExhibitor.updateManyAndReturn({ where, data: { state: 'registered' } })
  const changes = exhibitors.map((one) => exhibitorChange(one, 'created'))
  if (changes.length > 0) await tx.rows(recordChangesSql(scope, changes))
}

/** Cancels the exhibitors of an order that is cancelled, and records them. The caller has locked the event and the order. */
export const cancelExhibitorsOf = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id: orderId }: Pick<EventOrder, 'tenantId' | 'id'>,
): Promise<void> => {
  const exhibitors = await tx.eventExhibitor.updateManyAndReturn({
    where: { tenantId, orderId, state: 'registered' },
    data: { state: 'cancelled', ...NEXT_VERSION },
  })
  const changes = exhibitors.map((one) => exhibitorChange(one, 'updated', exhibitorEvents.cancelled))
  if (changes.length > 0) await tx.rows(recordChangesSql(scope, changes))
}
