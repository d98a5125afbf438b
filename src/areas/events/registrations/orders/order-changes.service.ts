import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder, Prisma } from '#prisma/client'
import { confirmationNumber, eventOrderKind } from './orders.queries.ts'

/** Changes the columns of a locked order, raises its version, and records it. @param more further changes for the history. */
export const changeEventOrder = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id }: Pick<EventOrder, 'tenantId' | 'id'>,
  data: Prisma.EventOrderUpdateManyMutationInput,
  more: Prisma.InputJsonObject,
): Promise<void> => {
  const saved = await tx.eventOrder.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
  const { eventId, contactId } = saved
  const payload = { eventId, contactId, confirmationNumber: confirmationNumber(saved) }
  await recordChange(
    scope,
    tx,
    changeOf(eventOrderKind, saved, 'updated', { changes: { ...payload, ...more }, payload }),
  )
}
