import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Outbound } from '#services/outbound/outbound'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { sampleBody } from './body.model.ts'
import { callReceiver } from './receiver.adapter.ts'

export const PING = 'webhook.ping'

/** Rejects a Url that cannot be called. @throws 422 webhook-url-refused. */
export const assertUrlCallable = async (outbound: Outbound, url: string): Promise<void> => {
  try {
    await outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundFault)) throw error
    throw ruleRefused('webhook-url-refused', error.message, [{ pointer: '/Url', message: error.message }])
  }
}

/** Rejects a Url that does not respond to a signed ping with 2xx in time. @throws 422 webhook-not-answering. */
export const assertReceiverResponds = async (
  scope: Scope,
  outbound: Outbound,
  url: string,
  secrets: readonly string[],
): Promise<void> => {
  const now = scope.clock.now()
  const body = sampleBody(scope.tenant.key, PING, now)
  const message = { url, id: `msg_${crypto.randomUUID()}`, body, secrets }
  const { isSuccess, error } = await callReceiver(outbound, message, now)
  if (isSuccess) return
  const fault = `did not respond to webhook.ping with 2xx: ${error}`
  throw ruleRefused('webhook-not-answering', `The Url ${fault}`, [{ pointer: '/Url', message: fault }])
}
