import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerChild } from '../support/processes/server-child.ts'

/** Two replicas of a server, of which any can be dead, and a key of a tenant. */
export interface Target {
  replicas(): readonly ServerChild[]
  apiKey: string
}

/** What writers have seen. */
export interface Seen {
  /** The ids by name; null if the response was lost with its process. */
  written: Map<string, number | null>
  /** What must never be returned. */
  faults: unknown[]
  /** The longest time until a key was usable, ms. */
  longest: number
}

/** The response of a replica to one attempt; undefined if the connection failed. */
const attempt = async (replica: ServerChild | undefined, apiKey: string, name: string, key?: string) => {
  const response = await fetch(`http://127.0.0.1:${replica?.port}/api/contacts/person/0`, {
    method: 'POST',
    headers: {
      authorization: `ApiKey ${apiKey}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ FirstName: 'Keyed', LastName: name, forceSave: true }),
  }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response || text === undefined) return undefined
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Record<string, unknown> }
}

type Answer = Awaited<ReturnType<typeof attempt>>

/** The only error that an outage may cause. */
const isUnavailable = (answer: Answer): boolean =>
  answer?.status === 503 && answer.body.code === 'unavailable' && answer.headers.get('retry-after') !== null

/** Repeats a request with a key at both replicas until it is done. */
export const writeWithKey = async ({ replicas, apiKey }: Target, name: string, seen: Seen): Promise<void> => {
  const key = randomUUID()
  const begun = Date.now()
  for (let n = 0; ; n++) {
    const answer = await attempt(replicas()[n % 2], apiKey, name, key)
    const { status, body } = answer ?? {}
    if (status === 200) seen.written.set(name, body?.ContactId as number)
    else if (body?.code === 'idempotency-answer-lost') seen.written.set(name, null)
    if (answer && !seen.written.has(name) && !isUnavailable(answer) && body?.code !== 'idempotency-running')
      seen.faults.push([status, body])
    if (seen.written.has(name) || seen.faults.length > 0) break
    await pause(50)
  }
  seen.longest = Math.max(seen.longest, Date.now() - begun)
}

/** Sends a request without a key, once. Without a response it may or may not be done. */
export const writeWithoutKey = async ({ replicas, apiKey }: Target, name: string, seen: Seen): Promise<void> => {
  const answer = await attempt(replicas()[name.length % 2], apiKey, name)
  if (answer?.status === 200) seen.written.set(name, answer.body.ContactId as number)
  else if (answer && !isUnavailable(answer)) seen.faults.push([answer.status, answer.body])
  if (answer?.status !== 200) await pause(50)
}
