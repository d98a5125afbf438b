import { addImage, upload } from '#test/support/integration/files'
import { offeredConnections, offeredExchanges } from '../connections.ts'
import { offeredImports } from '../imports.ts'
import { logEvents } from '../log-events.ts'
import { nativeIntegrations } from '../native-integrations.ts'
import { offeredExports } from '../tenant-exports.ts'
import type { World } from '../world.ts'
import { document, list, type OfferedIds, type OfferedKind } from './offered-records.ts'

const SETUP = '/api/webhooks/setup'

const webhook = (body: object) => async (world: World) => {
  const settings = { Url: world.receiverUrl, WebHookFilters: ['group.*'], IgnoreWebhookValidation: true, ...body }
  return { ids: { id: Number((await world.post(SETUP, settings)).Id) } }
}

const saveWebhook =
  (body: object) =>
  ({ id }: OfferedIds) =>
    ({ method: 'POST', url: SETUP, body: { Id: String(id), ...body } }) as const

const webhooks: OfferedKind = {
  name: 'webhook',
  shapes: ['WebhookListItem'],
  area: 'webhooks',
  reads: [list('listWebhooks', () => SETUP, 'Id', 'id')],
  states: {
    active: webhook({}),
    paused: webhook({ IsPaused: true }),
    'with records that not every caller may read': webhook({ PayloadStyle: 'full' }),
  },
  actions: {
    edit: saveWebhook({ Description: 'Changed' }),
    test: ({ id }) => ({ method: 'POST', url: `${SETUP}/${id}/test` }),
    pause: saveWebhook({ IsPaused: true }),
    resume: saveWebhook({ IsPaused: false }),
    delete: ({ id }) => ({ method: 'DELETE', url: `${SETUP}/${id}` }),
  },
  harmless: { pause: 'a paused webhook stays paused', resume: 'an active webhook stays active' },
}

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

const documentTemplates: OfferedKind = {
  name: 'document template',
  shapes: ['DocumentTemplateEdit'],
  area: 'document-templates',
  reads: [document('getDocumentTemplate', ({ id }) => `/api/documents/templates/${id}`)],
  states: {
    'with the built-in text': async (world) => ({ ids: { id: (await documentTemplate(world, 'invoice')).id } }),
    'with an own text': async (world) => {
      const { id, auditId } = await documentTemplate(world, 'receipt')
      await world.post(`/api/documents/templates/${id}`, { AuditId: auditId, Html: `<p>${world.next()}</p>` })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/documents/templates/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/documents/templates/${id}`,
      body: { PaperSize: 'A4' },
      version: 'AuditId',
    }),
    reset: ({ id }) => ({ method: 'POST', url: `/api/documents/templates/${id}/reset`, body: {}, version: 'AuditId' }),
  },
}

const documentTemplate = (world: World, key: string) =>
  world.server.database.system.documentTemplate.findFirstOrThrow({ where: { tenantId: world.caller.tenant.id, key } })

const files: OfferedKind = {
  name: 'file',
  shapes: ['FileDetails'],
  area: 'files',
  scopes: ['contacts:read'],
  reads: [
    list('listFiles', () => '/api/files', 'FileId', 'id'),
    document('getFileDetails', ({ id }) => `/api/files/${id}`),
  ],
  states: {
    'that no record uses': async (world) => ({ ids: { id: await upload(world.caller, 'walk.txt', 'walk') } }),
    'of a contact': async (world) => ({ ids: { id: await addImage(world.caller, Number(await world.person())) } }),
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/webdav/${id}` }),
    link: ({ id }) => ({ method: 'POST', url: `/api/files/${id}/link` }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/files/${id}` }),
  },
}

const registryEvent =
  (status: string, isSettled: boolean) =>
  async (world: World): Promise<{ ids: { id: number } }> => {
    const { server, caller } = world
    const own = { tenantId: caller.tenant.id, requestId: `walk ${world.next()}`, changeType: 'Update', body: {} }
    const data = { ...own, status, createdAt: new Date(), settledAt: isSettled ? new Date() : null }
    return { ids: { id: Number((await server.database.system.registryEvent.create({ data })).id) } }
  }

const registryEvents: OfferedKind = {
  name: 'row of the registry queue',
  shapes: ['RegistryQueueRow'],
  area: 'logs',
  reads: [list('listRegistryQueueEvents', () => '/api/logs/natregsubqueueevent', 'RowId', 'id')],
  states: {
    pending: registryEvent('Pending', false),
    failed: registryEvent('Failed', false),
    'given up': registryEvent('GivenUp', true),
    succeeded: registryEvent('Succeeded', true),
  },
  actions: {
    retry: ({ id }) => ({ method: 'POST', url: `/api/logs/natregsubqueueevent/${id}/retry`, body: {} }),
  },
}

/** The records of integrations. */
export const integrationRecords: readonly OfferedKind[] = [
  files,
  webhooks,
  apiKeys,
  oauthClients,
  documentTemplates,
  logEvents,
  nativeIntegrations,
  offeredConnections,
  offeredExchanges,
  registryEvents,
  offeredExports,
  offeredImports,
]
