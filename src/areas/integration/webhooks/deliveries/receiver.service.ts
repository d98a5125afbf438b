import { ruleRefused } from '#kernel/errors/problem'
import type { Outbound } from '#kernel/outbound/outbound'
import { OutboundFault } from '#kernel/outbound/outbound-fault'
import type { Scope } from '#kernel/tenancy/scope'
import { sampleBody } from './body.model.ts'
import { callReceiver } from './receiver.adapter.ts'

export const PING = 'webhook.ping'

/** Refuses a Url that could not be called, whatever else is asked for. */
export const assertCallable = async (outbound: Outbound, url: string): Promise<void> => {
  try {
    await outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    throw ruleRefused('webhook-url-refused', error.message, [{ pointer: '/Url', message: error.message }])
  }
}

/** Refuses a Url that does not answer 2xx to a signed ping in time. */
export const assertAnswering = async (
  scope: Scope,
  outbound: Outbound,
  url: string,
  secrets: readonly string[],
): Promise<void> => {
  const now = scope.clock.now()
  const body = sampleBody(scope.tenant.key, PING, now)
  const { isSuccess, error } = await callReceiver(
    outbound,
    { url, id: `msg_${crypto.randomUUID()}`, body, secrets },
    now,
  )
  if (isSuccess) return
  const message = `did not answer 2xx to a webhook.ping: ${error}`
  throw ruleRefused('webhook-not-answering', `The Url ${message}`, [{ pointer: '/Url', message }])
}
