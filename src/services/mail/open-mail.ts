import type { Config } from '#kernel/config/settings'
import type { Sealer } from '#kernel/crypto/seal'
import { linkOrigin } from './link-origin.ts'
import type { MailSending } from './sending/send-mail.ts'
import { trackingTokens } from './tracking/tracking-tokens.ts'
import { openMailTransport } from './transport/open-transport.ts'
import { unsubscribeTokens } from './unsubscribe/unsubscribe-token.ts'

/** Opens the services with which a worker sends mail. */
export const openMail = (config: Config, sealer: Sealer): MailSending => ({
  transport: openMailTransport(config),
  tokens: unsubscribeTokens(sealer),
  tracking: config.mailTracking ? trackingTokens(sealer) : null,
  origin: linkOrigin(config),
  installation: config.installation,
  from: config.mailFrom,
})
