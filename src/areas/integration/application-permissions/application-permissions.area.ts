import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import type { Scope } from '#kernel/tenancy/scope'
import { apiKeyEvents, oauthClientEvents } from './application-permissions.events.ts'
import { presentApiKeyEdit, presentOAuthClientEdit } from './application-permissions.presenter.ts'
import { getPermission } from './application-permissions.queries.ts'
import { applicationPermissions } from './application-permissions.routes.ts'

const PERMISSIONS = 'application-permissions:read'

const getApiKey = async (scope: Scope, id: number) => presentApiKeyEdit(scope, await getPermission(scope, 'apikey', id))

const getOAuthClient = async (scope: Scope, id: number) =>
  presentOAuthClientEdit(scope, await getPermission(scope, 'oauthclient', id))

export const applicationPermissionsArea: Area = {
  routes: [applicationPermissions],
  events: kinds('application-permissions', {
    [apiKeyEvents.created]: 'API key created',
    [apiKeyEvents.updated]: 'API key changed',
    [apiKeyEvents.deleted]: 'API key deleted',
    [apiKeyEvents.reset]: 'API key replaced',
    [oauthClientEvents.created]: 'OAuth client created',
    [oauthClientEvents.updated]: 'OAuth client changed',
    [oauthClientEvents.deleted]: 'OAuth client deleted',
    [oauthClientEvents.reset]: 'Secret of an OAuth client replaced',
  }),
  shapes: {
    apikey: { ...presented(PERMISSIONS, getApiKey), entity: 'api-key' },
    oauthclient: { ...presented(PERMISSIONS, getOAuthClient), entity: 'oauth-client' },
  },
}
