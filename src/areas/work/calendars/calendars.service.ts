import type { Calendar } from '../../../generated/prisma/client.ts'
import { recordChange } from '../../../kernel/audit/audit.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { calendarEvents } from './calendars.events.ts'

/** Makes a calendar in the transaction of what it belongs to. */
export const createCalendar = async (
  scope: Scope,
  tx: Transaction,
  data: Pick<Calendar, 'name' | 'description'>,
): Promise<Calendar> => {
  const calendar = await tx.calendar.create({ data: { ...data, tenantId: scope.db.tenantId } })
  const event = { kind: calendarEvents.created, payload: { name: calendar.name } }
  const change = { entity: 'calendar', entityId: calendar.id, auditId: 1, action: 'created', changes: data } as const
  await recordChange(scope, tx, { ...change, event })
  return calendar
}

/** Says what a calendar is for; nothing happens where it says so already. */
export const describeCalendar = async (
  scope: Scope,
  tx: Transaction,
  current: Calendar,
  description: string | null,
): Promise<void> => {
  if (current.description === description) return
  const { tenantId, id } = current
  const data = { description, auditId: { increment: 1 } }
  const { auditId } = await tx.calendar.update({ where: { tenantId_id: { tenantId, id } }, data })
  const event = { kind: calendarEvents.updated, payload: { fields: ['description'] } }
  const change = { entity: 'calendar', entityId: id, auditId, action: 'updated', changes: { description } } as const
  await recordChange(scope, tx, { ...change, event })
}
