import { expect } from 'vitest'
import { associationChanges } from '#areas/integration/association-sync/changes/changes.subscriber'
import { exchangeChanges } from '#areas/integration/national-registry/queue/run.service'
import { deliverEvent, systemScope } from '#kernel/outbox/deliver'
import { covers } from '#kernel/outbox/subscriber'
import { withRows } from '#kernel/tenancy/tenant-db'
import { type Clock, systemClock } from '#kernel/time/clock'
import type { TestApp, TestCaller } from '../build-app.ts'

export type Json = Record<string, unknown>

/** The start of the feed in tests. */
const SINCE = new Date(Date.now() - 3_600_000).toISOString()

/** The operations of the association sync for one caller. */
export const associationApi = (caller: TestCaller) => {
  let transactions = 0
  const start = Date.parse('2026-11-20T10:00:00Z')
  const good = async (response: ReturnType<TestCaller['get']>): Promise<Json> => {
    const { statusCode, body } = await response
    expect(statusCode, body).toBe(200)
    return JSON.parse(body)
  }
  /** A transaction, each one later than those before. */
  const transaction = (fields: Json): Json => {
    const at = ++transactions
    const OccurredDate = new Date(start + at * 60_000).toISOString()
    return { TransactionId: `t-${at}`, OccurredDate, Origin: 'national', ...fields }
  }
  const post = (path: string, fields: Json) =>
    caller.post(`/api/assoc/${path}`, { Transaction: transaction(fields), IsNational: true })
  const person = { ContactType: 'Individual' }
  const business = { ContactType: 'Business' }
  const remove = (path: string, fields: Json) =>
    caller.delete(`/api/assoc/${path}/delete?model=${encodeURIComponent(JSON.stringify(transaction(fields)))}`)
  return {
    caller,
    person: (fields: Json) => post('person/upsert', { ...person, ...fields }),
    movePerson: (fields: Json) => post('person/move', { ...person, ...fields }),
    deletePerson: (fields: Json) => remove('person', fields),
    organization: (fields: Json) => post('organization/upsert', { ...business, ...fields }),
    moveOrganization: (fields: Json) => post('organization/move', { ...business, ...fields }),
    deleteOrganization: (fields: Json) => remove('organization', fields),
    good,
    contact: (nationalId: number) => good(caller.get(`/api/assoc/getcontactauditbynationalid/${nationalId}`)),
    feed: async (origin?: string, since = SINCE) => {
      const query = origin === undefined ? '' : `?origin=${origin}`
      return good(caller.get(`/api/assoc/getchangessince/${encodeURIComponent(since)}${query}`)) as Promise<{
        Cursor: string
        HasMore: boolean
        Changes: (Json & { Contact: Json })[]
      }>
    },
  }
}

export type AssociationApi = ReturnType<typeof associationApi>

/** Delivers the events of a tenant to the subscriber of the sync, as the relay does, each once. */
export const deliverChanges = async (server: TestApp, { tenant }: TestCaller): Promise<void> => {
  const context = { database: server.database, clock: systemClock, log: server.app.log }
  const events = await server.database.system.outboxEvent.findMany({
    where: { tenantId: tenant.id },
    orderBy: { id: 'asc' },
  })
  const matching = events.filter(({ kind }) => associationChanges.kinds.some((pattern) => covers(pattern, kind)))
  const wanted = await associationChanges.filter?.(withRows(server.database.system), matching)
  for (const { id } of wanted ?? [])
    await deliverEvent(context, [associationChanges], {
      subscriber: associationChanges.name,
      tenantId: tenant.id,
      eventId: String(id),
    })
}

/** Runs the exchange with the registry once, at the time of a clock. */
export const exchangeWithRegistry = async (
  server: TestApp,
  { tenant }: TestCaller,
  clock: Clock = systemClock,
): Promise<void> => {
  const { outbound } = server.app
  const scope = await systemScope({ database: server.database, clock, log: server.app.log }, tenant.id)
  await exchangeChanges(scope, { outbound, sealer: server.app.sealer })
}
