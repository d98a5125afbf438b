import { list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { byName } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'
import type { World } from '#test/support/walks/world'

const PERMISSIONS = '/api/applicationpermissions'

const apiKey =
  (...scopes: string[]) =>
  async (world: World) => {
    const ApiKeyInfoJson = JSON.stringify({ Scopes: scopes })
    const body = { ApplicationPermissionId: 0, ApplicationName: `Key ${world.next()}`, IsGlobal: false, ApiKeyInfoJson }
    const made = await world.post(`${PERMISSIONS}/apikeys/0`, body)
    return { ids: { id: Number(made.ApplicationPermissionId) } }
  }

const oauthClient = (info: object) => async (world: World) => {
  const made = await world.post(`${PERMISSIONS}/oauthclients/0`, {
    ApplicationPermissionId: 0,
    ApplicationName: `Client ${world.next()}`,
    IsGlobal: false,
    GlobalOAuthRedirectUrls: 'https://desk.example/signed-in',
    OAuthClientInfoJson: JSON.stringify(info),
  })
  return { ids: { id: Number(made.ApplicationPermissionId) } }
}

/** A permission for all tenants, which no operation of a tenant creates. */
const globalKey = async (world: World) => {
  const { system } = world.server.database
  const data = { kind: 'apikey', applicationName: 'Global', scopes: ['contacts:read'], createdBy: 'system' }
  const { id } = await system.applicationPermission.create({
    data: { ...data, tenantId: world.caller.tenant.id, isGlobal: true, addressList: '127.0.0.1' },
  })
  return { ids: { id } }
}

const permissionActions = (path: string, reset: string): OfferedKind['actions'] => ({
  edit: async ({ id }, world) => {
    const { ApplicationName } = await world.get(`${PERMISSIONS}/${path}/${id}`)
    return { method: 'POST', url: `${PERMISSIONS}/${path}/${id}`, body: { ApplicationName: `${ApplicationName} 2` } }
  },
  reset: ({ id }) => ({ method: 'POST', url: `${PERMISSIONS}/${path}/${id}/${reset}` }),
  delete: ({ id }) => ({ method: 'DELETE', url: `${PERMISSIONS}/${path}/${id}` }),
})

const OWN = ['application-permissions:read', 'application-permissions:write']

const apiKeys: OfferedKind = {
  name: 'API key',
  shapes: ['ApiKeyPermissionListItem'],
  area: 'application-permissions',
  reads: [list('listApiKeys', () => `${PERMISSIONS}/apikeys`, 'ApplicationPermissionId', 'id')],
  states: {
    'with scopes that every manager has': apiKey(...OWN),
    'with scopes that not every manager has': apiKey('contacts:write'),
    global: globalKey,
  },
  actions: permissionActions('apikeys', 'resetapikey'),
}

const oauthClients: OfferedKind = {
  name: 'OAuth client',
  shapes: ['OAuthClientPermissionListItem'],
  area: 'application-permissions',
  reads: [list('listOAuthClients', () => `${PERMISSIONS}/oauthclients`, 'ApplicationPermissionId', 'id')],
  states: {
    'with a secret': oauthClient({ Scopes: OWN }),
    public: oauthClient({ Scopes: OWN, IsPublic: true }),
    'with scopes that not every manager has': oauthClient({ Scopes: ['contacts:write'] }),
  },
  actions: permissionActions('oauthclients', 'resetclientsecret'),
}

export const walks: AreaWalks = {
  recipes: [
    ['/apikeys/:applicationpermissionid', saved('saveApiKey', 'ApplicationPermissionId')],
    ['/oauthclients/:applicationpermissionid', saved('saveOAuthClient', 'ApplicationPermissionId')],
  ],
  lists: {
    listApiKeys: byName('saveApiKey', 'ApplicationName'),
    listOAuthClients: byName('saveOAuthClient', 'ApplicationName'),
  },
  actions: [apiKeys, oauthClients],
  otherDeletions: {
    deleteApiKey: UNREFERENCED,
    deleteOAuthClient: UNREFERENCED,
  },
}
