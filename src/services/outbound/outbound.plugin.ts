import fp from 'fastify-plugin'
import type { Config } from '#kernel/config/settings'
import type { Sealer } from '#kernel/crypto/seal'
import type { Outbound } from './outbound.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The only access to servers whose addresses come from users. */
    outbound: Outbound
    /** Seals the secrets of such calls. */
    sealer: Sealer
    /** The operator's settings of outside systems. */
    connectorConfig: ConnectorConfig
  }
}

/** The settings of outside systems that areas connect to. */
export type ConnectorConfig = Pick<
  Config,
  | 'publicUrl'
  | 'ledgerClientId'
  | 'ledgerClientSecret'
  | 'ledgerAuthorizeUrl'
  | 'ledgerTokenUrl'
  | 'ledgerRevokeUrl'
  | 'ledgerApiUrl'
  | 'spreadsheetClientId'
  | 'spreadsheetClientSecret'
  | 'spreadsheetAuthorizeUrl'
  | 'spreadsheetTokenUrl'
  | 'spreadsheetRevokeUrl'
  | 'spreadsheetApiUrl'
  | 'processorUrl'
  | 'captchaVerifyUrl'
  | 'captchaSiteKey'
  | 'captchaSecret'
  | 'captchaMaxNumber'
>

interface OutboundOptions {
  outbound: Outbound
  sealer: Sealer
  config: ConnectorConfig
}

/** Decorates the application with what areas need to call other servers. */
export const outboundPlugin = fp<OutboundOptions>(async (app, { outbound, sealer, config }) => {
  app.decorate('outbound', outbound)
  app.decorate('sealer', sealer)
  app.decorate('connectorConfig', config)
})
