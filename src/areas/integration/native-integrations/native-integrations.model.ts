import type { NativeConnector, NativeFeed, NativeIntegration } from '#prisma/client'
import { appOf } from './catalog/catalog.model.ts'
import type { Values } from './native-app.port.ts'

/** An integration with its connector and feed. */
export type Integration = NativeIntegration & { connector: NativeConnector | null; feed: NativeFeed | null }

/** The trigger of a run that a caller starts. */
export const MANUAL = 'manual'
/** The trigger of a run by the schedule. */
export const NIGHTLY = 'nightly'

/** Returns the configuration, which was validated when it was saved; null if there is none. */
export const valuesOf = ({ values }: NativeIntegration): Values | null => values as Values | null

/** Returns whether the connector has credentials, or the app needs none. */
export const isConnected = ({ connector }: Integration): boolean => connector === null || connector.credentials !== null

/** Returns whether runs are possible. */
export const isReady = (integration: Integration): boolean => isConnected(integration) && integration.values !== null

export const statusOf = (integration: Integration): 'NotConnected' | 'NotConfigured' | 'Ready' | 'Failed' => {
  if (!isConnected(integration)) return 'NotConnected'
  if (integration.values === null) return 'NotConfigured'
  return integration.lastStatus === 'Failed' ? 'Failed' : 'Ready'
}

/** Returns the scopes to read what the integration sends; none without a configuration. */
export const scopesOf = (integration: NativeIntegration): readonly string[] => {
  const values = valuesOf(integration)
  return values ? appOf(integration).scopesOf(values) : []
}
