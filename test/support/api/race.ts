import { expect } from 'vitest'
import { takenSql } from '#areas/events/public-registration/seats/seats.sql'
import type { RegistrationCaptcha } from '#contract/events/public-registration'
import { type ServerChild, startServerChild } from '../server-child.ts'
import { encodeSolution, solveCaptcha } from '../solve-captcha.ts'
import type { RegistrationsBench } from './registrations.ts'

/** A response of a public operation. */
export interface RaceResponse {
  Status: number
  Data: Record<string, unknown> | null
}

/** A cart as the servers return it. */
export interface RaceCart {
  CartKey: string
  Registrations: { RegistrationId: number; ParticipantStatusId: number }[]
  Splits: { AmountDue: number }
}

/** Registrants that send their requests to two server processes over sockets. */
export interface Race {
  /** Sends a request to one of the servers. */
  send(at: number, method: string, path: string, body?: object): Promise<RaceResponse>
  /** A solved captcha of an event. */
  captcha(at: number, eventId: number): Promise<string>
  /** Pays a cart. */
  submit(at: number, eventId: number, cart: RaceCart, payment: object): Promise<RaceResponse>
  /** The seats of an event that count now. */
  countSeats(eventId: number): Promise<number>
  /** Counts the seats of an event until `stop`, which returns the largest number. */
  watch(eventId: number): { stop(): Promise<number> }
  close(): Promise<void>
}

/** Starts both servers on the database of a bench. */
export const startRace = async ({ server, mine }: RegistrationsBench): Promise<Race> => {
  const rates = ['CREDENTIAL', 'TENANT', 'ADDRESS'].map((name) => [`RATE_LIMIT_PER_${name}`, '10000000'])
  const env = { ...Object.fromEntries(rates), CAPTCHA_MAX_NUMBER: '1000', TRUST_PROXY: '127.0.0.1' }
  const servers: ServerChild[] = [await startServerChild(server.url, env), await startServerChild(server.url, env)]
  // A busy server returns 503: clients repeat the request.
  const send: Race['send'] = async (at, method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${servers[at % 2]?.port}/api/public/events/${path}`, {
      method,
      headers: {
        ...{ 'content-type': 'application/json', 'x-tenant-key': mine.tenant.key },
        // Each registrant has an address of its own, because the seats of one address are limited.
        'x-forwarded-for': `10.0.${at >> 8}.${at & 255}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 503) return send(at + 1, method, path, body)
    expect(response.status, text).toBe(200)
    return JSON.parse(text) as RaceResponse
  }
  const captcha: Race['captcha'] = async (at, id) => {
    const { Data } = await send(at, 'GET', `getenv/${id}`)
    return encodeSolution(solveCaptcha(Data?.Captcha as NonNullable<RegistrationCaptcha>))
  }
  const countSeats = async (eventId: number): Promise<number> => {
    const event = { tenantId: mine.tenant.id, eventId, now: new Date(), exceptOrderId: 0 }
    const rows = await server.database.system.$queryRaw<{ kind: string; taken: number }[]>(takenSql(event))
    return rows.filter(({ kind }) => kind === 'type').reduce((sum, { taken }) => sum + taken, 0)
  }
  return {
    ...{ send, captcha, countSeats },
    submit: async (at, id, { CartKey, Splits }, payment) =>
      send(at, 'POST', `submit/${id}`, {
        ...{ CartKey, ExpectedTotal: Splits.AmountDue, ...payment },
        CaptchaResponse: await captcha(at, id),
      }),
    watch: (eventId) => watchSeats(() => countSeats(eventId)),
    close: async () => {
      for (const { process } of servers) process.kill('SIGTERM')
      await Promise.all(servers.map(({ ended }) => ended))
    },
  }
}

const watchSeats = (count: () => Promise<number>): { stop(): Promise<number> } => {
  let isOver = false
  const most = (async () => {
    let most = 0
    while (!isOver) most = Math.max(most, await count())
    return most
  })()
  return {
    stop: () => {
      isOver = true
      return most
    },
  }
}

/** Does work for each item, some at once, and returns the results in the order of the items. */
export const inTurns = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  let next = 0
  const run = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await work(items[at] as T, at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return results
}
