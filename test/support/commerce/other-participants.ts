import type { TestApp, TestCaller } from '../build-app.ts'

/** What the books and events have recorded since a moment, also what a later change took back before anybody could read it. */
export interface Recorded {
  /** The events of registrations, by their ids. */
  registrations: Map<number, string[]>
  /** The balances that the history of the invoices shows, in order. */
  balances: string[]
}

/** Returns a function that returns what was recorded since the call. */
export const watchRecords = async (server: TestApp, { tenant }: TestCaller): Promise<() => Promise<Recorded>> => {
  const { outboxEvent, auditEntry } = server.database.system
  const tenantId = tenant.id
  const last = await outboxEvent.aggregate({ where: { tenantId }, _max: { id: true } })
  const lastEntry = await auditEntry.aggregate({ where: { tenantId }, _max: { id: true } })
  return async () => {
    const after = { id: { gt: last._max.id ?? 0n } }
    const events = await outboxEvent.findMany({
      where: { tenantId, entity: 'eventregistration', ...after },
      orderBy: { id: 'asc' },
    })
    const registrations = new Map<number, string[]>()
    for (const { entityId, kind } of events) registrations.set(entityId, [...(registrations.get(entityId) ?? []), kind])
    const entries = await auditEntry.findMany({
      where: { tenantId, entity: 'invoice', id: { gt: lastEntry._max.id ?? 0n } },
      orderBy: { id: 'asc' },
    })
    const balances = entries.flatMap(({ changes }) => {
      const { balance } = changes as { balance?: string }
      return balance === undefined ? [] : [balance]
    })
    return { registrations, balances }
  }
}
