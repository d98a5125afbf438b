import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config/settings.ts'
import { tooManyRequests } from '../errors/problem.ts'
import { addressSubject } from './address-list.ts'
import type { Caller } from './caller.ts'
import { andThen, finish, type NowOrLater } from './now-or-later.ts'
import type { RateCounter, RateStatus } from './rate-counter.ts'
import type { RateRejections } from './rate-rejections.ts'

type Limits = Pick<Config, 'credentialRate' | 'tenantRate' | 'addressRate'>

export interface RateLimitOptions {
  limits: Limits
  counter: RateCounter
  rejections: RateRejections
}

interface Policy {
  name: string
  subject: string
  limit: number
}

/** Finds the subject that counts a browser that is signed in; undefined for all others. */
export type RateSessionFinder = (request: FastifyRequest) => NowOrLater<string | undefined>

/**
 * Limits per credential and tenant, per session on pages, or per address without any of them (draft-ietf-httpapi-ratelimit-headers). An
 * operation takes as many tokens as it costs; a refused request takes one.
 */
export const rateLimit = fp<RateLimitOptions>(async (app, { limits, counter, rejections }) => {
  app.decorate('rateLimits', limits)
  app.decorate('unspentTokens', (tenantId: number) => unspentOf(counter, tenantId))
  app.addHook('onClose', () => rejections.settled())
  app.addHook('onRequest', (request, reply, done) => {
    const { isUnlimited, cost: full = 1 } = request.routeOptions.config
    const cost = request.refusal ? 1 : full
    const count = (policies: Policy[]): NowOrLater<void> =>
      andThen(allOf(policies.map(({ subject, limit }) => counter.take(subject, limit, cost))), (statuses) => {
        if (request.caller && statuses.some(({ allowed }) => !allowed)) noteRejection(rejections, request.caller)
        applyLimits(reply, policies, statuses, cost)
      })
    finish(isUnlimited ? undefined : andThen(policiesFor(app, request), count), done)
  })
})

/**
 * Notes a rejection. A credential of the installation has its own number, which another one of the tenant can have,
 * too.
 */
const noteRejection = (rejections: RateRejections, { credential, tenant }: Caller): void =>
  rejections.note(tenant.id, credential.permissionTenantId === tenant.id ? credential.name : 'global')

const allOf = (taken: NowOrLater<RateStatus>[]): NowOrLater<RateStatus[]> =>
  taken.some((status) => status instanceof Promise) ? Promise.all(taken) : (taken as RateStatus[])

/** Sends the limits. @throws 429 if one is exceeded. */
const applyLimits = (reply: FastifyReply, policies: Policy[], statuses: RateStatus[], cost: number): void => {
  sendLimits(reply, policies, statuses)
  const exceeded = statuses.findIndex(({ allowed }) => !allowed)
  const policy = policies[exceeded]
  if (!policy) return
  throw tooManyRequests(
    statuses[exceeded]?.resetsIn ?? 60,
    `This ${policy.name} has used the ${policy.limit} tokens of this minute${costText(cost)}. Wait for Retry-After seconds.`,
  )
}

const costText = (cost: number): string =>
  cost === 1 ? '' : `, or has fewer than the ${cost} that the operation takes`

/** Tokens that are counted as used, and are not used yet. */
export interface UnspentTokens {
  tenant: number
  /** By the name of the credential: `key:12`. */
  credentials: Record<string, number>
}

const unspentOf = async (counter: RateCounter, tenantId: number): Promise<UnspentTokens> => {
  const all = `tenant:${tenantId}`
  const own = `${tenantId}:`
  const found = await counter.unspent((subject) => subject === all || subject.startsWith(own))
  const credentials = [...found].filter(([subject]) => subject !== all)
  return {
    tenant: found.get(all) ?? 0,
    credentials: Object.fromEntries(credentials.map(([subject, tokens]) => [subject.slice(own.length), tokens])),
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The limits per minute, as configured. */
    readonly rateLimits: Limits
    /** Reads the tokens of this minute that this process has reserved for a tenant and not used. */
    unspentTokens(tenantId: number): Promise<UnspentTokens>
    /** Finds the sessions of pages; the plugin of the pages sets it. */
    readonly findRateSession?: RateSessionFinder
  }
  interface FastifyContextConfig {
    /** The tokens that a request takes; set by serve() from the contract. 1 by default. */
    cost?: number
    /** Not counted: health checks. */
    isUnlimited?: boolean
    /** A page: a browser that is signed in is counted by its session. */
    countsSession?: boolean
  }
}

const policiesFor = (app: FastifyInstance, request: FastifyRequest): NowOrLater<Policy[]> => {
  const { caller } = request
  if (caller) return policiesOf(caller, app.rateLimits)
  const isPage = request.routeOptions.config.countsSession ?? false
  return andThen(isPage ? app.findRateSession?.(request) : undefined, (session) => [
    session === undefined
      ? { name: 'address', subject: addressSubject(request.ip), limit: app.rateLimits.addressRate }
      : { name: 'session', subject: session, limit: app.rateLimits.credentialRate },
  ])
}

const policiesOf = ({ credential, tenant }: Caller, limits: Limits): Policy[] => [
  {
    name: 'credential',
    subject: `${credential.permissionTenantId}:${credential.name}`,
    limit: limits.credentialRate,
  },
  { name: 'tenant', subject: `tenant:${tenant.id}`, limit: limits.tenantRate },
]

const sendLimits = (reply: FastifyReply, policies: Policy[], statuses: RateStatus[]): void => {
  reply.header('ratelimit-policy', policies.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '))
  reply.header(
    'ratelimit',
    policies
      .map(({ name }, i) => `"${name}";r=${statuses[i]?.remaining ?? 0};t=${statuses[i]?.resetsIn ?? 0}`)
      .join(', '),
  )
}
