import { lockSubject } from '#kernel/records/lock'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { freeName } from '#kernel/text/free-name'
import type { Calendar } from '#prisma/client'
import { calendarEvents } from './calendars.events.ts'

/** Who names a calendar passes here, one at a time. */
export const CALENDAR_NAMES = 'calendar'

/** As the contract has it. */
const LONGEST_NAME = 200

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
  await lockSubject(tx, scope, CALENDAR_NAMES)
  const name = await freeName(wanted.name, LONGEST_NAME, (one) => isNameTaken(scope, tx, one, 0))
  const data = { ...wanted, name }
  const calendar = await tx.calendar.create({ data: { ...data, tenantId, feedChangedAt: scope.clock.now() } })
  const event = { kind: calendarEvents.created, payload: { name: calendar.name } }
  const change = { entity: 'calendar', entityId: calendar.id, auditId: 1, action: 'created', changes: data } as const
  await recordChange(scope, tx, { ...change, event })
  return calendar
}

/** Whether another calendar than the one of that id has the name, whatever its case. */
export const isNameTaken = async ({ db }: Scope, tx: Transaction, name: string, id: number): Promise<boolean> => {
  const others = await tx.$queryRaw<object[]>`select 1 from calendar
    where tenant_id = ${db.tenantId} and lower(name) = lower(${name}) and id <> ${id} limit 1`
  return others.length > 0
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
