import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a client of the load has been told, and what went wrong. */
export interface Load {
  /** The last name of each contact whose save was acknowledged, by its id. */
  readonly saved: Map<number, string>
  /** The log events that were acknowledged. */
  readonly events: Set<string>
  readonly failures: string[]
  /** Resolves when as many requests as given have succeeded from now on, of each kind. */
  progress(requests: number): Promise<void>
  stop(): Promise<void>
}

interface Target {
  url: string
  key: string
  tenantKey: string
}

interface Client {
  name: string
  run(): Promise<void>
}

/** Starts clients that write and read one request after the other until they are stopped. */
export const startLoad = (target: Target): Load => {
  const counts = new Map<string, number>()
  const saved = new Map<number, string>()
  const events = new Set<string>()
  const failures = [] as string[]
  let isOver = false
  const call = caller(target, failures)
  const clients: Client[] = [
    ...[1, 2].map((writer) => ({ name: `contacts ${writer}`, run: contactWriter(call, saved, `w${writer}`) })),
    { name: 'events', run: eventWriter(call, events, target.tenantKey) },
    { name: 'lists', run: reader(call) },
    { name: 'persons', run: personReader(call, saved) },
  ]
  const running = clients.map(async ({ name, run }) => {
    while (!isOver) {
      await run()
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  })
  return {
    saved,
    events,
    failures,
    progress: async (requests) => {
      const before = new Map(counts)
      const isBehind = ({ name }: Client) => (counts.get(name) ?? 0) < (before.get(name) ?? 0) + requests
      while (clients.some(isBehind) && failures.length === 0) await sleep(20)
    },
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

interface Answer {
  [field: string]: unknown
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

/** Every response but a success is a failure. A request is sent once. */
const caller =
  ({ url, key }: Target, failures: string[]): Call =>
  async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `ApiKey ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: Error) => error)
    if (response instanceof Error) failures.push(`${method} ${path}: ${response.message} ${String(response.cause)}`)
    else if (response.ok) return (await response.json()) as Answer
    else failures.push(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 500)}`)
    return {}
  }

/** Creates a contact, then changes it by its version. */
const contactWriter = (call: Call, saved: Map<number, string>, writer: string): (() => Promise<void>) => {
  let made = 0
  return async () => {
    const name = `${writer}-${++made}`
    const person = { FirstName: 'Ada', LastName: name, forceSave: true }
    const { ContactId, AuditId } = await call('POST', '/api/contacts/person/0', person)
    if (typeof ContactId !== 'number') return
    saved.set(ContactId, name)
    const changed = await call('POST', `/api/contacts/person/${ContactId}`, {
      ...person,
      AuditId,
      LastName: `${name}-b`,
    })
    if (changed.ContactId === ContactId) saved.set(ContactId, `${name}-b`)
  }
}

const eventWriter = (call: Call, events: Set<string>, TenantKey: string): (() => Promise<void>) => {
  let made = 0
  return async () => {
    const EventMessage = `upgrade-${++made}`
    const body = { TenantKey, Severity: 'Information', SourceClassTypeName: 'Upgrade', EventMessage }
    await call('POST', '/api/logs/externalevent/acceptevents', [body])
    events.add(EventMessage)
  }
}

const LISTS = ['/api/contacts?$top=20', '/api/groups', '/api/memberships', '/api/finance/invoices', '/api/events']

const reader = (call: Call): (() => Promise<void>) => {
  let turn = 0
  return async () => void (await call('GET', LISTS[turn++ % LISTS.length] ?? ''))
}

const personReader =
  (call: Call, saved: ReadonlyMap<number, string>): (() => Promise<void>) =>
  async () => {
    const [last] = [...saved.keys()].slice(-1)
    await call('GET', last === undefined ? '/api/contacts?$top=1' : `/api/contacts/person/${last}`)
  }
