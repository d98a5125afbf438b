import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { scheduleSql } from './schedules.sql.ts'

/** Reads the payment schedule of a membership as JSON text. @throws 404. */
export const readSchedule = async ({ db, tenant, clock }: Scope, membershipId: number): Promise<string> => {
  const today = dayIn(tenant.timeZone, clock.now())
  const [row] = await db.rows<{ text: string }>(scheduleSql(db.tenantId, membershipId, today))
  if (!row) throw notFound('membership')
  return row.text
}
