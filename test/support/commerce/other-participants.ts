import type { TestApp, TestCaller } from '../build-app.ts'

/** What the books and events have recorded since a moment, also what a later change took back before anybody could read it. */
export interface Recorded {
  /** The events of registrations, by their ids. */
  registrations: Map<number, string[]>
  /** The balances in the events of the invoices, in order. */
  balances: unknown[]
  /** What the history of the invoices lists, in order: null if no field of the invoice changed. */
  invoices: unknown[]
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
      where: { tenantId, entity: { in: ['eventregistration', 'invoice'] }, ...after },
      orderBy: { id: 'asc' },
    })
    const [ofInvoices, ofRegistrations] = [
      events.filter(({ entity }) => entity === 'invoice'),
      events.filter(({ entity }) => entity !== 'invoice'),
    ]
    const registrations = new Map<number, string[]>()
    for (const { entityId, kind } of ofRegistrations)
      registrations.set(entityId, [...(registrations.get(entityId) ?? []), kind])
    const entries = await auditEntry.findMany({
      where: { tenantId, entity: 'invoice', id: { gt: lastEntry._max.id ?? 0n } },
      orderBy: { id: 'asc' },
    })
    const balances = ofInvoices.map(({ payload }) => (payload as { balance?: string }).balance)
    return { registrations, balances, invoices: entries.map(({ changes }) => changes) }
  }
}
