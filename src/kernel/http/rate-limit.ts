import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { addressSubject } from '../auth/address-list.ts'
import type { Config } from '../config/settings.ts'
import { tooManyRequests } from '../errors/problem.ts'
import type { RateCounter } from './rate-counter.ts'

type Limits = Pick<Config, 'credentialRate' | 'tenantRate' | 'addressRate'>

interface Policy {
  name: string
  subject: string
  limit: number
}

/** Limits per credential and tenant, or per address where there is no credential (draft-ietf-httpapi-ratelimit-headers). */
export const rateLimit = fp<{ limits: Limits; counter: RateCounter }>(async (app, { limits, counter }) => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isUnlimited) return
    const policies = policiesFor(request, limits)
    const standings = await Promise.all(policies.map(({ subject, limit }) => counter.take(subject, limit)))
    announce(reply, policies, standings)
    const spent = standings.findIndex(({ allowed }) => !allowed)
    const policy = policies[spent]
    if (policy) {
      throw tooManyRequests(
        standings[spent]?.resetsIn ?? 60,
        `More than ${policy.limit} requests in this minute for this ${policy.name}.`,
      )
    }
  })
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Not counted: health checks. */
    isUnlimited?: boolean
  }
}

const policiesFor = (request: FastifyRequest, limits: Limits): Policy[] => {
  const { caller } = request
  if (!caller) return [{ name: 'address', subject: addressSubject(request.ip), limit: limits.addressRate }]
  const { credential, tenant } = caller
  return [
    {
      name: 'credential',
      subject: `${credential.permissionTenantId}:${credential.name}`,
      limit: limits.credentialRate,
    },
    { name: 'tenant', subject: `tenant:${tenant.id}`, limit: limits.tenantRate },
  ]
}

const announce = (
  reply: FastifyReply,
  policies: Policy[],
  standings: { remaining: number; resetsIn: number }[],
): void => {
  reply.header('ratelimit-policy', policies.map(({ name, limit }) => `"${name}";q=${limit};w=60`).join(', '))
  reply.header(
    'ratelimit',
    policies
      .map(({ name }, i) => `"${name}";r=${standings[i]?.remaining ?? 0};t=${standings[i]?.resetsIn ?? 0}`)
      .join(', '),
  )
}
