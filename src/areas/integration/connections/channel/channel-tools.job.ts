import type { Sealer } from '#kernel/crypto/seal'
import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import { openPeers } from '#services/peers/peers'
import { type ChannelTools, originOf } from './channel.model.ts'

/** What jobs need to send messages. */
export interface ChannelJobTools {
  sealer: Sealer
  outbound: Outbound
  connectorConfig: Pick<ConnectorConfig, 'publicUrl'>
}

export const makeJobTools = (
  context: WorkContext,
  { sealer, outbound, connectorConfig }: ChannelJobTools,
): ChannelTools => ({
  sealer,
  outbound,
  peers: openPeers(context.database, sealer),
  origin: originOf(connectorConfig),
  scopeOf: async (key) => {
    const tenant = await context.database.system.tenant.findFirst({ where: { key }, select: { id: true } })
    return tenant && systemScope(context, tenant.id)
  },
})
