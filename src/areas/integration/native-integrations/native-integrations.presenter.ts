import type { NativeConfiguration, NativeIntegration } from '#contract/integration/native-integrations'
import { kindsOf } from '#kernel/outbox/event-kind'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { FeedSecrets } from '#services/auth/feed-secrets'
import { appOf } from './catalog/catalog.model.ts'
import { FEED_ENDING, FEED_PATH } from './feeds.routes.ts'
import type { NativeApp } from './native-app.port.ts'
import {
  type Integration,
  isConnected,
  isReady,
  MANUAL,
  NIGHTLY,
  scopesOf,
  statusOf,
  valuesOf,
} from './native-integrations.model.ts'

/** What integrations are presented with. */
export interface Presentation {
  scope: Scope
  /** How addresses of feeds are made. */
  feeds: { secrets: FeedSecrets; origin: string }
  /** When the next run of each integration is due. */
  nextRuns: ReadonlyMap<number, Date>
}

const canWrite = ({ scope }: Pick<Presentation, 'scope'>): boolean => hasGrant(scope, 'native-integrations:write')

const appFields = ({ id, name, description, connector }: NativeApp) => ({
  AppId: id,
  Name: name,
  Description: description,
  ConnectorName: connector?.name ?? null,
  Authentication: connector?.authentication ?? ('None' as const),
})

/** Presents an app of the catalog that the tenant has not installed. */
export const presentApp = (presentation: Presentation, app: NativeApp): NativeIntegration => ({
  IntegrationId: null,
  ConnectorId: null,
  IsConnected: false,
  IsConfigured: false,
  IsPaused: false,
  ...appFields(app),
  Status: 'NotInstalled',
  Triggers: triggersOf(app, []),
  NextExecutionDate: null,
  LastExecutionDate: null,
  LastExecutionStatus: null,
  FeedUrl: null,
  InstalledDate: null,
  Actions: canWrite(presentation) ? ['install'] : [],
})

export const presentIntegration = (presentation: Presentation, integration: Integration): NativeIntegration => {
  const { id, connector, lastEndedAt, lastStatus, installedAt, eventKinds, isPaused } = integration
  const app = appOf(integration)
  return {
    ...appFields(app),
    IntegrationId: String(id),
    ConnectorId: connector ? String(connector.id) : null,
    IsConnected: isConnected(integration),
    IsConfigured: integration.values !== null,
    IsPaused: isPaused,
    Status: statusOf(integration),
    Triggers: triggersOf(app, eventKinds),
    NextExecutionDate: presentation.nextRuns.get(id)?.toISOString() ?? null,
    LastExecutionDate: lastEndedAt?.toISOString() ?? null,
    LastExecutionStatus: lastStatus as NativeIntegration['LastExecutionStatus'],
    FeedUrl: feedUrlOf(presentation, integration),
    InstalledDate: installedAt.toISOString(),
    Actions: canWrite(presentation) ? actionsOf(presentation, integration) : [],
  }
}

const triggersOf = ({ isScheduled }: NativeApp, eventKinds: readonly string[]): string[] => [
  ...kindsOf(eventKinds),
  ...(isScheduled ? [NIGHTLY] : []),
  MANUAL,
]

const feedUrlOf = (presentation: Presentation, { feed }: Integration): string | null =>
  feed && canWrite(presentation)
    ? `${presentation.feeds.origin}${FEED_PATH}${presentation.feeds.secrets.open(feed.sealed)}${FEED_ENDING}`
    : null

const actionsOf = ({ scope }: Presentation, integration: Integration): string[] => {
  const { connector } = integration
  const canSend = scopesOf(integration).every((one) => hasGrant(scope, one))
  const isOAuth = appOf(integration).connector?.authentication === 'OAuth2'
  return [
    ...(connector && canSend ? [isOAuth ? 'authorize' : 'connect'] : []),
    ...(connector?.credentials ? ['disconnect'] : []),
    ...(canSend ? ['configure'] : []),
    ...(isReady(integration) && canSend ? ['execute'] : []),
    'uninstall',
  ]
}

export const presentConfiguration = (integration: Integration): NativeConfiguration => {
  const values = valuesOf(integration)
  return {
    IntegrationId: String(integration.id),
    SchemaJson: JSON.stringify(appOf(integration).formSchema),
    ValuesJson: values && JSON.stringify(values),
  }
}
