import { notFound } from '#kernel/errors/problem'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** Locks an event, as every change of what belongs to it does first, so that two changes cannot block each other. @throws 404. */
export const lockEvent = async (scope: Pick<Scope, 'db'>, tx: Transaction, eventId: number): Promise<void> => {
  const [event] = await lockRows(scope, tx, { table: 'event' }, [eventId], 'no key update')
  if (event === undefined) throw notFound('event')
}
