import { expect } from 'vitest'
import { connectionTasks, copyTasks } from '#areas/integration/connections/connections.job'
import { counterpartChanges } from '#areas/integration/connections/gaps/counterparts.subscriber'
import { contactChanges } from '#areas/integration/connections/outgoing/changes.subscriber'
import { sealer } from '#kernel/crypto/seal'
import type { Task } from '#kernel/jobs/task'
import { type Delivery, deliverEvent } from '#kernel/outbox/deliver'
import { DELIVER_EVENT, relayEvents } from '#kernel/outbox/relay'
import type { Clock } from '#kernel/time/clock'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import { takeJobs } from '../jobs/take-jobs.ts'

type Json = Record<string, unknown>

const subscribers = [contactChanges, counterpartChanges]

/** A server with its own database, whose jobs run when a test says so. */
export interface ExchangeBench {
  server: TestApp
  /** Creates a tenant that is open to exchanges. */
  open(): Promise<TestCaller>
  /** Runs relay and jobs until nothing waits. */
  settle(): Promise<void>
  close(): Promise<void>
}

/** The server of the files that need no special one: a database and an app of their own take longer than most of these files. */
let shared: Promise<ExchangeBench> | undefined

/** Opens a server for exchanges. Files of a test process share it, as they share an app. */
export const openExchangeBench = async (options: TestAppOptions = {}): Promise<ExchangeBench> => {
  if (Object.keys(options).length > 0) return openBench(options)
  shared ??= openBench({})
  // Not closed, because the process ends with its last file, and the run then drops the database.
  return { ...(await shared), close: async () => undefined }
}

const openBench = async (options: TestAppOptions): Promise<ExchangeBench> => {
  const clock: Clock = options.clock ?? systemClock
  const server = await buildTestApp({ own: true, ...options })
  const { database, app, url } = server
  const context = { database, clock, log: app.log }
  const { outbound, connectorConfig } = app
  const tasks: Record<string, Task> = {
    ...connectionTasks({ sealer: sealer(Buffer.alloc(32, 7)), outbound, connectorConfig }),
    ...copyTasks,
    [DELIVER_EVENT]: (_context, payload) => deliverEvent(context, subscribers, payload as Delivery),
  }
  return {
    server,
    open: async () => {
      const caller = await server.tenant()
      await ok(caller.post('/api/settings/tenant', { AuditId: 1, IsOpenToExchanges: true }))
      return caller
    },
    settle: async () => {
      for (;;) {
        const relayed = await relayEvents(database.system, subscribers)
        const run = await takeJobs(url, tasks, context)
        if (relayed + run === 0) return
      }
    },
    close: () => server.close(),
  }
}

/** Expects success, and returns the body. */
export const ok = async <T = Json>(answer: Promise<{ statusCode: number; body: string; json(): T }>): Promise<T> => {
  const response = await answer
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** A source and a target that have accepted an exchange, which the source owns. */
export interface Pair {
  source: TestCaller
  target: TestCaller
  /** The id of the exchange in each tenant. */
  sourceExchangeId: number
  exchangeId: number
}

const named = (caller: TestCaller) => [{ TenantKey: caller.tenant.key }]

/** Creates two tenants and an exchange that both have accepted. */
export const makePair = async ({ open, settle }: ExchangeBench): Promise<Pair> => {
  const source = await open()
  const target = await open()
  const body = { ExchangeName: 'Statewide exchange', SourceTenants: named(source), TargetTenants: named(target) }
  const { ExchangeId } = await ok<{ ExchangeId: number }>(source.post('/api/exchange/0', body))
  await settle()
  const [invitation] = await ok<{ ExchangeId: number }[]>(target.get('/api/exchange/all'))
  const exchangeId = Number(invitation?.ExchangeId)
  await ok(target.post(`/api/exchange/accept/${exchangeId}`))
  await settle()
  return { source, target, sourceExchangeId: ExchangeId, exchangeId }
}

/** A connection of a pair, with a mapped membership type. */
export interface Connected extends Pair {
  connectionId: number
  sourceTypeId: number
  targetTypeId: number
}

const ALL_PARTS = {
  IsMembershipsSync: true,
  IsContactFeedSync: true,
  IsIndividualGeneralInfo: true,
  IsIndividualPhonesEmailsSites: true,
  IsIndividualAddresses: true,
  IsBusinessGeneralInfo: true,
  IsBusinessPhonesEmailsSites: true,
  IsBusinessAddresses: true,
}

/** Creates a free membership type. */
export const makeType = async (caller: TestCaller, body: object = {}): Promise<number> =>
  (await ok<{ MembershipTypeId: number }>(caller.post('/api/membershiptypes/0', { Name: 'Regular', ...body })))
    .MembershipTypeId

/** Connects a pair: everything of the contacts with a membership of one type is synchronized. */
export const connect = async (bench: ExchangeBench, pair: Pair, body: object = {}): Promise<Connected> => {
  const sourceTypeId = await makeType(pair.source)
  const targetTypeId = await makeType(pair.target, { Name: 'State member' })
  const { ConnectionId } = await ok<{ ConnectionId: number }>(
    pair.target.post('/api/connection/0', {
      ExchangeId: pair.exchangeId,
      SourceTenantKey: pair.source.tenant.key,
      ...ALL_PARTS,
      MembershipFeeds: [{ SourceMembershipTypeId: sourceTypeId, TargetMembershipTypeId: targetTypeId }],
      ...body,
    }),
  )
  await bench.settle()
  return { ...pair, connectionId: ConnectionId, sourceTypeId, targetTypeId }
}

/** Creates a person with an active membership of the type. */
export const makeMember = async (caller: TestCaller, typeId: number, body: object = {}): Promise<number> => {
  const person = { FirstName: 'Ada', LastName: 'Marsh', forceSave: true, ...body }
  const { ContactId } = await ok<{ ContactId: number }>(caller.post('/api/contacts/person/0', person))
  await ok(caller.post('/api/memberships/0', { ContactId, MembershipTypeId: typeId }))
  return ContactId
}

/** The contacts of a tenant by their names. */
export const contactsOf = async (caller: TestCaller): Promise<Map<string, number>> => {
  const { Results } = await ok<{ Results: { Name: string; ContactId: number }[] }>(
    caller.get('/api/contacts?$top=1000'),
  )
  return new Map(Results.map(({ Name, ContactId }) => [Name, ContactId]))
}
