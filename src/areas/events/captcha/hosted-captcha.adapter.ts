import { unavailable } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { OutboundResponse } from '#services/outbound/exchange'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import { OutboundFault } from '#services/outbound/outbound-fault'
import { CAPTCHA_MS, type Captcha } from './captcha.port.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 65_536
const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

/** Error codes that do not concern the response of the visitor: the settings are wrong, or the service failed. */
const NOT_OF_VISITOR = /secret|sitekey|internal-error/

interface HostedOptions {
  outbound: Outbound
  config: Pick<ConnectorConfig, 'captchaVerifyUrl' | 'captchaSiteKey' | 'captchaSecret'>
}

/** Creates the captcha of a service with the `siteverify` protocol, such as Turnstile, hCaptcha or reCAPTCHA. */
export const createHostedCaptcha = (
  { clock, log }: Pick<Scope, 'clock' | 'log'>,
  { outbound, config }: HostedOptions,
): Captcha => ({
  challenge: async () => ({
    Kind: 'Hosted',
    SiteKey: config.captchaSiteKey,
    Algorithm: null,
    Challenge: null,
    Salt: null,
    MaxNumber: null,
    Signature: null,
  }),
  check: async (response) => {
    const reply = await postForm(outbound, config.captchaVerifyUrl, { secret: config.captchaSecret, response }).catch(
      (error: unknown) => {
        if (!(error instanceof OutboundFault)) throw error
        throw serviceUnavailable(error)
      },
    )
    const verdict = parseVerdict(reply)
    if (verdict === 'unknown') {
      log.warn({ status: reply.status, body: reply.body.toString('utf8', 0, 500) }, 'the captcha service failed')
      throw serviceUnavailable()
    }
    // The service has its own expiry, which is shorter.
    return verdict === 'solved' ? { key: response, expiresAt: new Date(clock.now().getTime() + CAPTCHA_MS) } : null
  },
})

const postForm = (outbound: Outbound, url: string, form: Record<string, string>): Promise<OutboundResponse> => {
  const body = new URLSearchParams(form).toString()
  return outbound.send({ url, method: 'POST', headers: FORM, body, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES })
}

const serviceUnavailable = (cause?: unknown) =>
  unavailable('The captcha service is unavailable. Try again in a moment.', cause)

const parseVerdict = ({ status, body }: OutboundResponse): 'solved' | 'rejected' | 'unknown' => {
  const { success, 'error-codes': codes } = parseObject(body)
  if (success === true) return status === 200 ? 'solved' : 'unknown'
  const isOfVisitor = success === false && status < 500 && !NOT_OF_VISITOR.test(String(codes))
  return isOfVisitor ? 'rejected' : 'unknown'
}

const parseObject = (body: Buffer): { success?: unknown; 'error-codes'?: unknown } => {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
