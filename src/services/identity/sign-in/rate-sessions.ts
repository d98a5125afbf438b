import { fastifyCookie } from '@fastify/cookie'
import type { FastifyRequest, RouteOptions } from 'fastify'
import { hashToken } from '#kernel/crypto/api-key'
import { addressSubject } from '#kernel/http/address-list'
import { andThen } from '#kernel/http/now-or-later'
import type { RateCounter } from '#kernel/http/rate-counter'
import type { RateSessionFinder } from '#kernel/http/rate-limit'
import { parseMemberSecret } from '../members/member-secrets.ts'
import { clientOf, cookiesOf, type PagesContext } from '../pages/context.ts'

/** Marks the routes of pages: the requests of a signed-in person are counted by its session. */
export const countSessions = (route: RouteOptions): void => {
  route.config = { ...route.config, countsSession: true }
}

/** How long a process remembers that a session is valid, for its counts only. */
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 50_000

export interface RateSessionOptions {
  context: PagesContext
  counter: Pick<RateCounter, 'take'>
  /** Cookies without a session that an address can send in a minute. */
  limit: number
}

/**
 * Counts the pages of a signed-in person by their session, as requests with a key are counted by the key: the other browsers of
 * an office have the same address. Cookies without a session are looked up only up to a limit of their address.
 */
export const rateSessions = ({ context, counter, limit }: RateSessionOptions): RateSessionFinder => {
  const remembered = new Map<string, { subject: string; until: number }>()
  const waiting = new Map<string, number>()
  const nowMs = () => context.clock.now().getTime()

  const remember = (key: string, subject: string): string => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, { subject, until: nowMs() + REMEMBERED_MS })
    return subject
  }

  const noteMiss = async (address: string): Promise<undefined> => {
    const { allowed, resetsIn } = await counter.take(`no-session:${address}`, limit)
    if (allowed) return
    if (waiting.size >= MAX_REMEMBERED) waiting.clear()
    waiting.set(address, nowMs() + resetsIn * 1000)
  }

  return (request) => {
    const token = tokenOf(context, request)
    if (token === undefined) return undefined
    const key = hashToken(token)
    const known = remembered.get(key)
    if (known && known.until > nowMs()) return known.subject
    const address = addressSubject(request.ip)
    if ((waiting.get(address) ?? 0) > nowMs()) return undefined
    return andThen(findSubject(context, request, token), (subject) =>
      subject === undefined ? noteMiss(address) : remember(key, subject),
    )
  }
}

const tokenOf = (context: PagesContext, request: FastifyRequest): string | undefined => {
  const sent = request.headers.cookie
  if (sent === undefined) return undefined
  const names = cookiesOf(context, request)
  const cookies = fastifyCookie.parse(sent)
  return cookies[names.session] ?? cookies[names.member]
}

const findSubject = async (
  { sessions, memberSessions, clock }: PagesContext,
  request: FastifyRequest,
  token: string,
): Promise<string | undefined> => {
  const now = clock.now()
  const member = parseMemberSecret(token)
  if (!member) {
    const session = await sessions.find(token, clientOf(request), now)
    return session && `session:${session.id}`
  }
  const session = await memberSessions.find(token, member.tenantId, clientOf(request), now)
  return session && `session:${member.tenantId}:${session.id}`
}
