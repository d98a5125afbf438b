import type { Calendar } from '../../../generated/prisma/client.ts'
import { recordChange } from '../../../kernel/audit/audit.ts'
import { oneAtATime } from '../../../kernel/tenancy/one-at-a-time.ts'
import type { Scope } from '../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../kernel/tenancy/tenant-db.ts'
import { calendarEvents } from './calendars.events.ts'

/** Who names a calendar passes here, one at a time. */
export const CALENDAR_NAMES = 'calendar'

/**
 * Makes a calendar in the transaction of what it belongs to. Names of calendars are unique: where the wanted one is
 * taken, the first free of "name (2)", "name (3)" ... is.
 */
export const createCalendar = async (
  scope: Scope,
  tx: Transaction,
  wanted: Pick<Calendar, 'name' | 'description'>,
): Promise<Calendar> => {
  const { tenantId } = scope.db
  await oneAtATime(tx, tenantId, CALENDAR_NAMES)
  const data = { ...wanted, name: await freeName(scope, tx, wanted.name) }
  const calendar = await tx.calendar.create({ data: { ...data, tenantId, feedChangedAt: scope.clock.now() } })
  const event = { kind: calendarEvents.created, payload: { name: calendar.name } }
  const change = { entity: 'calendar', entityId: calendar.id, auditId: 1, action: 'created', changes: data } as const
  await recordChange(scope, tx, { ...change, event })
  return calendar
}

const freeName = async ({ db }: Scope, tx: Transaction, wanted: string): Promise<string> => {
  const where = { tenantId: db.tenantId, name: { startsWith: wanted, mode: 'insensitive' } as const }
  const calendars = await tx.calendar.findMany({ where, select: { name: true } })
  const taken = new Set(calendars.map(({ name }) => name.toLowerCase()))
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted} (${number})`
  return name
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
  const data = { description, feedChangedAt: scope.clock.now(), auditId: { increment: 1 } }
  const { auditId } = await tx.calendar.update({ where: { tenantId_id: { tenantId, id } }, data })
  const event = { kind: calendarEvents.updated, payload: { fields: ['description'] } }
  const change = { entity: 'calendar', entityId: id, auditId, action: 'updated', changes: { description } } as const
  await recordChange(scope, tx, { ...change, event })
}
