import type { JsonObject } from '#kernel/contract/json'
import type { OfferedIds, OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import type { Label } from '#test/support/walks/lists/listed'
import type { Ids, World } from '#test/support/walks/world'

const PATH = '/native/integrations'

/** Installs an app again, and returns the id of the integration. */
const installApp = async (world: World, app: string): Promise<string> => {
  const before = await world.caller.get(`/native/apps/${app}/install`)
  await world.caller.delete(`${PATH}/${before.json().IntegrationId}`)
  return String((await world.caller.get(`/native/apps/${app}/install`)).json().IntegrationId)
}

const configurePath = (id: number | string, values: object): string =>
  `${PATH}/${id}/configure/put?values=${encodeURIComponent(JSON.stringify(values))}`

const connection = (id: number | string, world: World) => ({
  method: 'POST' as const,
  url: `/native/connectors/webhook/connect/${id}`,
  body: { Fields: { Url: world.receiverUrl } },
})

const webhookApp =
  (values?: object, isConnected = false) =>
  async (world: World) => {
    const id = await installApp(world, 'outgoing-webhook')
    const { url, body } = connection(id, world)
    if (isConnected) await world.post(url, body)
    if (values) await world.get(configurePath(id, values))
    return { ids: { id: Number(id) } }
  }

/** The actions of integrations, by the app whose connector is a receiver of the walk. */
const nativeIntegrations: OfferedKind = {
  name: 'native integration',
  shapes: ['NativeIntegration'],
  area: 'native-integrations',
  reads: [
    {
      operation: 'getNativeIntegration',
      url: ({ id }: OfferedIds) => `${PATH}/${id}`,
      row: ({ Content }: { Content: string }): JsonObject => JSON.parse(Content),
    },
    {
      operation: 'listNativeIntegrations',
      url: () => PATH,
      row: ({ Content }: { Content: string }, { id }: OfferedIds): JsonObject =>
        JSON.parse(Content).find((one: JsonObject) => String(one.IntegrationId) === String(id)),
    },
    {
      // It returns the same shape. Callers that cannot install read it by the operations above.
      operation: 'installNativeApp',
      url: ({ id }: OfferedIds) => `${PATH}/${id}`,
      row: ({ Content }: { Content: string }): JsonObject => JSON.parse(Content),
    },
  ],
  states: {
    installed: webhookApp(),
    connected: webhookApp(undefined, true),
    ready: webhookApp({ Events: ['group.*'] }, true),
    'with records that not every caller may read': webhookApp({ Events: ['group.*'], PayloadStyle: 'full' }, true),
  },
  actions: {
    install: () => ({ method: 'GET', url: '/native/apps/outgoing-webhook/install' }),
    connect: ({ id }, world) => connection(id ?? 0, world),
    authorize: ({ id }) => ({ method: 'GET', url: `${PATH}/${id}/connections/1/authorize` }),
    disconnect: ({ id }) => ({ method: 'POST', url: `/native/connectors/webhook/disconnect/${id}` }),
    configure: ({ id }) => ({ method: 'GET', url: configurePath(id ?? 0, { Events: ['task.*'] }) }),
    execute: ({ id }, world) => ({ method: 'GET', url: `${PATH}/${id}/execute?number=${world.next()}` }),
    uninstall: ({ id }) => ({ method: 'DELETE', url: `${PATH}/${id}` }),
  },
  harmless: {
    install: 'an installed app is returned',
    disconnect: 'a connector without credentials stays as it is',
  },
}

/** Adds runs with different values in each column. */
const addNativeRuns = async (world: World): Promise<void> => {
  const integrationId = Number(await installApp(world, 'mail-digest'))
  const own = { tenantId: world.caller.tenant.id, integrationId }
  const day = (text: string) => new Date(`2026-03-0${text}T10:00:00Z`)
  await world.server.database.system.nativeExecution.createMany({
    data: [
      {
        ...own,
        executionId: crypto.randomUUID(),
        trigger: 'manual',
        status: 'Pending',
        actor: 'key:7',
        createdAt: day('3'),
        dueAt: day('4'),
      },
      {
        ...own,
        executionId: crypto.randomUUID(),
        trigger: 'nightly',
        number: '2026-03-01',
        status: 'Succeeded',
        actor: 'system',
        message: 'Mailed.',
        doneCount: 2,
        totalCount: 3,
        attempts: 1,
        createdAt: day('1'),
        startedAt: day('1'),
        endedAt: day('2'),
      },
    ],
  })
}

/** The calendars that feeds publish. */
const usedByFeeds = (world: World): Record<string, () => Promise<string>> => ({
  'calendar <- calendar feed': async () => {
    const CalendarId = Number((await world.idsFor(':calendarid')).get('calendarid'))
    await world.get(configurePath(await installApp(world, 'calendar-feed'), { CalendarIds: [CalendarId] }))
    return `/api/calendars/${CalendarId}/1`
  },
})

export const walks: AreaWalks = {
  tables: {
    connectorid: 'native_connector',
  },
  recipes: [
    ['/native/integrations/:id', (world) => installApp(world, 'outgoing-webhook')],
    ['/native/connectors/:connectorname', async () => 'webhook'],
    [':integrationid', (world) => installApp(world, 'outgoing-webhook')],
  ],
  lists: {
    listNativeExecutions: {
      order: 'newest',
      create: async (number: Label, ids: Ids, { server, caller }: World) => {
        const now = new Date()
        await server.database.system.nativeExecution.create({
          data: {
            tenantId: caller.tenant.id,
            integrationId: Number(ids.get('id')),
            executionId: crypto.randomUUID(),
            trigger: 'manual',
            number,
            status: 'Succeeded',
            actor: 'system',
            createdAt: now,
            endedAt: now,
          },
        })
      },
    },
    listConnectedConnectors: 'has one row for each app of the catalog; the tests of connections check their order',
  },
  rows: addNativeRuns,
  parents: {
    listNativeExecutions: 'SELECT integration_id AS id FROM native_execution',
  },
  actions: [nativeIntegrations],
  uses: usedByFeeds,
  otherDeletions: {
    uninstallNativeIntegration: UNREFERENCED,
  },
}
