import type { NativeConnectorState, NativeConnectStart } from '#contract/integration/native-integrations'
import { messagePage } from '#services/pages/message.page'
import type { Integration } from '../native-integrations.model.ts'
import { NOT_CONNECTED } from './access.service.ts'
import type { AuthorizationEnd, ConnectionStart } from './connections.service.ts'

export const presentConnectorState = ({ id, connector }: Integration): NativeConnectorState => ({
  ConnectorName: connector?.name ?? null,
  ConnectorId: connector ? String(connector.id) : null,
  IntegrationId: String(id),
  IsConnected: connector !== null && connector.credentials !== null,
  ConnectedDate: connector?.connectedAt?.toISOString() ?? null,
  Message: connector?.credentials ? null : (connector?.message ?? NOT_CONNECTED),
})

export const presentStart = ({ connector, authorization }: ConnectionStart): NativeConnectStart => ({
  ConnectorName: connector.name,
  Authentication: connector.authentication,
  Location: authorization?.url ?? null,
  State: authorization?.state ?? null,
  Fields:
    connector.authentication === 'OAuth2'
      ? []
      : connector.fields.map(({ name, title, isRequired, isSecret, description = null }) => ({
          Name: name,
          Title: title,
          Type: 'text' as const,
          IsRequired: isRequired,
          IsSecret: isSecret,
          Description: description,
        })),
})

/** The pages that state how an authorization has ended. */
export const END_PAGES: Record<AuthorizationEnd, { status: number; text: string }> = {
  connected: {
    status: 200,
    text: messagePage('The integration is connected', 'You can close this window and configure the integration.'),
  },
  'invalid-state': {
    status: 400,
    text: messagePage(
      'The integration is not connected',
      'The request to connect has expired or was used before. Start again in the integrations.',
    ),
  },
  refused: {
    status: 400,
    text: messagePage('The integration is not connected', 'Access was not granted. Start again in the integrations.'),
  },
  unavailable: {
    status: 503,
    text: messagePage('The integration is not connected', 'The service does not respond. Try again later.'),
  },
}
