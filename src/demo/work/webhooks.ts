import { createWebhook } from '#areas/integration/webhooks/webhooks.service'
import type { Sealer } from '#kernel/crypto/seal'
import type { Scope } from '#kernel/tenancy/scope'
import type { Outbound } from '#services/outbound/outbound'

/** The demonstration calls no server. The names under .example do not resolve: a webhook needs another Url before it is resumed. */
const NO_CALLS: Outbound = {
  check: async () => undefined,
  send: () => Promise.reject(new Error('The demonstration calls no server.')),
  connect: () => Promise.reject(new Error('The demonstration calls no server.')),
}

const WEBHOOKS = [
  {
    url: 'https://www.harbor-chamber.example/hooks/members',
    description: 'Member directory of the website',
    filters: ['membership.begun', 'membership.lapsed', 'membership.dropped'],
  },
  {
    url: 'https://books.harbor-chamber.example/hooks/payments',
    description: 'Payments for the bookkeeper',
    filters: ['payment.*'],
  },
]

/** Adds webhooks that are paused. */
export const loadWebhooks = async (scope: Scope, sealer: Sealer): Promise<void> => {
  for (const webhook of WEBHOOKS)
    await createWebhook(scope, { outbound: NO_CALLS, sealer }, { ...webhook, isPaused: true })
}
