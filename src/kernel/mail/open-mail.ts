import type { Config } from '../config/settings.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { MailSending } from './sending/send-mail.ts'
import { trackingTokens } from './tracking/tracking-tokens.ts'
import { openMailTransport } from './transport/open-transport.ts'
import { unsubscribeTokens } from './unsubscribe/unsubscribe-token.ts'

/** The services with which a worker sends mail. */
export const openMail = (config: Config, sealer: Sealer): MailSending => ({
  transport: openMailTransport(config),
  tokens: unsubscribeTokens(sealer),
  tracking: config.mailTracking ? trackingTokens(sealer) : null,
  origin: originOf(config),
  from: config.mailFrom,
})

/** A worker has no request with an origin: links use PUBLIC_URL, or this machine if there is none. */
const originOf = ({ publicUrl, host, port }: Config): string => {
  if (publicUrl !== '') return publicUrl.replace(/\/+$/, '')
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
