import { expect } from 'vitest'
import { takenSql } from '#areas/events/events/seats/seats.sql'
import type { RegistrationCaptcha } from '#contract/events/public-registration'
import { startTwoServers } from '../server/two-servers.ts'
import type { RegistrationsBench } from './registrations.ts'
import { encodeSolution, solveCaptcha } from './solve-captcha.ts'

/** A response of a public operation. */
export interface RaceResponse {
  Status: number
  Data: Record<string, unknown> | null
  /** Of a problem: `rate-limited` if visitors have reserved too much. */
  code?: string
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
  const servers = await startTwoServers(server.url, { CAPTCHA_MAX_NUMBER: '1000', TRUST_PROXY: '127.0.0.1' })
  const send: Race['send'] = async (at, method, path, body) => {
    const { status, body: response } = await servers.send(at, {
      method,
      path: `/api/public/events/${path}`,
      ...(body && { body }),
      // Requests come from many addresses: the carts of one address, and their seats, are limited.
      headers: { 'x-tenant-key': mine.tenant.key, 'x-forwarded-for': `10.0.${at >> 8}.${at & 255}` },
    })
    const answer = response as unknown as RaceResponse
    const isLimited = status === 429 && answer.code === 'rate-limited' && path.startsWith('register')
    if (!isLimited) expect(status, JSON.stringify(response)).toBe(200)
    return answer
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
    send,
    captcha,
    countSeats,
    submit: async (at, id, { CartKey, Splits }, payment) =>
      send(at, 'POST', `submit/${id}`, {
        CartKey,
        ExpectedTotal: Splits.AmountDue,
        ...payment,
        CaptchaResponse: await captcha(at, id),
      }),
    watch: (eventId) => watchSeats(() => countSeats(eventId)),
    close: servers.close,
  }
}

const watchSeats = (count: () => Promise<number>): { stop(): Promise<number> } => {
  let isOver = false
  const watching = (async () => {
    let maximum = 0
    while (!isOver) maximum = Math.max(maximum, await count())
    return maximum
  })()
  return {
    stop: () => {
      isOver = true
      return watching
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
