import type { Recorder } from '#kernel/records/change'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

/** The entity of seats in the history, and their events. */
export const SEAT = {
  entity: 'seat',
  events: { created: 'seat.created', updated: 'seat.updated', deleted: 'seat.deleted' },
} as const

/** Counts the version of a seat up and records the change. The event names the role, and the contact if there is one. */
export const recordSeatChange = async (
  recorder: Recorder,
  tx: Prisma.TransactionClient,
  loginId: number,
  changes: Prisma.InputJsonObject,
): Promise<void> => {
  const { tenantId } = recorder.db
  const data = NEXT_VERSION
  const seat = await tx.staff.update({
    where: { tenantId_loginId: { tenantId, loginId } },
    data,
    include: { role: true },
  })
  await recordSeat(recorder, tx, seat, { action: 'updated', changes })
}

type SeatRow = Prisma.StaffGetPayload<{ include: { role: true } }>

/** Records a change of a seat, with its event. */
export const recordSeat = (
  recorder: Recorder,
  tx: Prisma.TransactionClient,
  { loginId, auditId, role, contactId }: Pick<SeatRow, 'loginId' | 'auditId' | 'role' | 'contactId'>,
  { action, changes }: { action: keyof typeof SEAT.events; changes?: Prisma.InputJsonObject },
): Promise<void> => {
  const payload = { loginId, roleName: role.name, contactId }
  const details = { payload, ...(changes && { changes }) }
  return recordChange(recorder, withRows(tx), changeOf(SEAT, { id: loginId, auditId }, action, details))
}
