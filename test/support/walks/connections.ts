import { SEND_CONSENT, SEND_EXCHANGE } from '#areas/integration/connections/exchanges/exchanges.model'
import type { TestCaller } from '../build-app.ts'
import { makeType } from '../integration/connections.ts'
import { runJobs } from '../jobs/run-jobs.ts'
import type { OfferedKind } from './actions/offered-records.ts'
import { list } from './actions/offered-records.ts'
import type { Recipe } from './recipes.ts'
import { addDisabledSource, addForeignExchange, NO_MAPPING, usedBySource } from './synchronized.ts'
import type { World } from './world.ts'

/** One other tenant for each tenant of a walk. */
const partners = new WeakMap<World, Promise<TestCaller>>()

const openTenant = async (caller: TestCaller): Promise<TestCaller> => {
  await caller.post('/api/settings/tenant', { AuditId: 1, IsOpenToExchanges: true })
  return caller
}

/** The tenant that the exchanges of a walk name as source. */
const partnerOf = (world: World): Promise<TestCaller> => {
  const partner = partners.get(world) ?? world.server.tenant().then(openTenant)
  partners.set(world, partner)
  return partner
}

const exchangeBody = async (world: World, source?: TestCaller) => ({
  ExchangeName: `Exchange ${world.next()}`,
  SourceTenants: [{ TenantKey: (source ?? (await partnerOf(world))).tenant.key }],
  TargetTenants: [{ TenantKey: world.caller.tenant.key }],
})

/** Creates an exchange that the other tenant has accepted. Returns its id here. */
const acceptedExchange = async (world: World, partner: TestCaller): Promise<number> => {
  const body = await exchangeBody(world, partner)
  const { ExchangeId } = await world.post('/api/exchange/0', body)
  await runJobs(world.server, SEND_EXCHANGE)
  const invitations: { ExchangeId: number; ExchangeName: string }[] = (await partner.get('/api/exchange/all')).json()
  const invitation = invitations.find(({ ExchangeName }) => ExchangeName === body.ExchangeName)
  await partner.post(`/api/exchange/accept/${invitation?.ExchangeId}`)
  await runJobs(world.server, SEND_CONSENT)
  return Number(ExchangeId)
}

const membershipFeed = async (world: World, partner: TestCaller) => ({
  SourceMembershipTypeId: await makeType(partner, { Name: `Regular ${world.next()}` }),
  TargetMembershipTypeId: await makeType(world.caller, { Name: `State member ${world.next()}` }),
})

/** Each from a tenant of its own: a tenant has one connection from a source. */
const connectionBody = async (world: World) => {
  const partner = await openTenant(await world.server.tenant())
  return {
    ExchangeId: await acceptedExchange(world, partner),
    SourceTenantKey: partner.tenant.key,
    MembershipFeeds: [await membershipFeed(world, partner)],
    ForceSave: true,
    IndividualCustomFields: [],
    BusinessCustomFields: [],
  }
}

export const CONNECTION_RECIPES: readonly (readonly [string, Recipe])[] = [
  [':exchangeid', { save: 'saveExchange', id: 'ExchangeId', body: (world: World) => exchangeBody(world) }],
  [':connectionid', { save: 'saveConnection', id: 'ConnectionId', body: connectionBody }],
]

const newConnection = async (world: World) => {
  const { ConnectionId } = await world.post('/api/connection/0', await connectionBody(world))
  return Number(ConnectionId)
}

/** The actions of connections. */
export const offeredConnections: OfferedKind = {
  name: 'connection',
  shapes: ['ConnectionListItem'],
  area: 'connections',
  reads: [list('listConnections', () => '/api/connection/all', 'ConnectionId', 'connectionid')],
  states: {
    enabled: async (world) => ({ ids: { connectionid: await newConnection(world) } }),
    disabled: async (world) => {
      const connectionid = await newConnection(world)
      await world.post(`/api/connection/disable/${connectionid}`)
      return { ids: { connectionid } }
    },
    'disabled by the source': async (world) => ({ ids: { connectionid: await addDisabledSource(world) } }),
  },
  actions: {
    view: ({ connectionid }) => ({ method: 'GET', url: `/api/connection/${connectionid}` }),
    edit: ({ connectionid }) => ({
      method: 'POST',
      url: `/api/connection/${connectionid}`,
      body: { ForceSave: true, IsContactFeedSync: true },
    }),
    enable: ({ connectionid }) => ({ method: 'POST', url: `/api/connection/enable/${connectionid}` }),
    disable: ({ connectionid }) => ({ method: 'POST', url: `/api/connection/disable/${connectionid}` }),
    delete: ({ connectionid }) => ({ method: 'DELETE', url: `/api/connection/${connectionid}` }),
  },
  harmless: { enable: 'an enabled connection stays so', disable: 'a disabled connection stays so' },
}

/** The actions of exchanges. */
export const offeredExchanges: OfferedKind = {
  name: 'exchange',
  shapes: ['ExchangeListItem'],
  area: 'connections',
  reads: [list('listExchanges', () => '/api/exchange/all?options={"Take":"1000"}', 'ExchangeId', 'exchangeid')],
  states: {
    own: async (world) => ({
      ids: { exchangeid: Number((await world.post('/api/exchange/0', await exchangeBody(world))).ExchangeId) },
    }),
    'own, as a source': async (world) => {
      const { SourceTenants, TargetTenants, ...named } = await exchangeBody(world)
      const body = { ...named, SourceTenants: TargetTenants, TargetTenants: SourceTenants }
      return { ids: { exchangeid: Number((await world.post('/api/exchange/0', body)).ExchangeId) } }
    },
    'invited as a source': async (world) => ({ ids: { exchangeid: await addForeignExchange(world, 'Invited') } }),
    'accepted as a source': async (world) => ({ ids: { exchangeid: await addForeignExchange(world, 'Accepted') } }),
  },
  actions: {
    edit: async ({ exchangeid }, world) => ({
      method: 'POST',
      url: `/api/exchange/${exchangeid}`,
      body: { ...(await world.get(`/api/exchange/${exchangeid}`)), ForceSave: true },
    }),
    delete: ({ exchangeid }) => ({ method: 'DELETE', url: `/api/exchange/${exchangeid}` }),
    accept: ({ exchangeid }) => ({ method: 'POST', url: `/api/exchange/accept/${exchangeid}` }),
    decline: ({ exchangeid }) => ({ method: 'POST', url: `/api/exchange/decline/${exchangeid}` }),
  },
  harmless: {
    'own: accept': 'the tenant that created the exchange has accepted it',
    'own, as a source: accept': 'the tenant that created the exchange has accepted it',
    'accepted as a source: accept': 'an exchange that is accepted stays so',
  },
}

/** The types, levels, custom fields and exchanges that connections use. */
export const usedByConnections = (world: World): Record<string, () => Promise<string>> => {
  const used = async (mapping: object, fieldIds: number[] = []) => {
    const id = await newConnection(world)
    const { system } = world.server.database
    const stored = await system.connection.findFirstOrThrow({ where: { tenantId: world.caller.tenant.id, id } })
    await system.connection.updateMany({
      where: { tenantId: stored.tenantId, id },
      data: { mapping: { ...(stored.mapping as object), ...mapping }, targetFieldIds: fieldIds },
    })
    return stored
  }
  const feed = (targetTypeId: number, targetLevelId: number | null = null) => ({
    feeds: [
      {
        sourceTypeId: 1,
        sourceTypeName: 'Regular',
        sourceLevelId: null,
        sourceLevelName: null,
        targetTypeId,
        targetLevelId,
      },
    ],
  })
  return {
    'membershiptype <- connection': async () => {
      const typeId = Number((await world.idsFor(':membershiptypeid')).get('membershiptypeid'))
      await used(feed(typeId))
      return `/api/membershiptypes/${typeId}`
    },
    ...usedBySource(world),
    'membershiplevel <- connection': async () => {
      const typeId = Number((await world.idsFor(':membershiptypeid')).get('membershiptypeid'))
      const body = { Name: `Level ${world.next()}`, Price: 0 }
      const { MembershipLevelId } = await world.post(`/api/membershiptypes/${typeId}/levels/0`, body)
      await used(feed(typeId, Number(MembershipLevelId)))
      return `/api/membershiptypes/${typeId}/levels/${MembershipLevelId}`
    },
    'customfield <- connection': async () => {
      const fieldId = Number((await world.idsFor(':customfieldid')).get('customfieldid'))
      await used({}, [fieldId])
      return `/api/customfields/${fieldId}/1`
    },
    'exchange <- connection': async () => {
      const { exchangeId } = await used({})
      // Only its own connections are counted here: the other tenant has none as target.
      return `/api/exchange/${exchangeId}`
    },
  }
}

/** Adds exchanges and connections with different values in each column. */
export const addConnectionRows = async (world: World): Promise<void> => {
  const { system } = world.server.database
  const { id: tenantId, key } = world.caller.tenant
  for (const [at, name] of ['Regional', 'Statewide'].entries()) {
    const { id: exchangeId } = await system.exchange.create({
      data: { tenantId, uid: crypto.randomUUID(), name, nameKey: name.toLowerCase(), ownerKey: key, isOwn: true },
    })
    const isSource = at === 0
    const other = { exchangeId, key: `other-${at}`, name: `Other ${at}`, consent: 'Accepted', isSource: !isSource }
    const own = { exchangeId, key, name: `Own ${at}`, consent: 'Accepted', isSource }
    await system.exchangeParty.createMany({ data: [other, own].map((party) => ({ tenantId, ...party })) })
    const day = new Date(`2026-03-0${at + 1}T10:00:00Z`)
    await system.connection.create({
      data: {
        tenantId,
        uid: crypto.randomUUID(),
        exchangeId,
        isSource,
        otherKey: other.key,
        otherName: other.name,
        mapping: NO_MAPPING,
        sealed: 'none',
        status: isSource ? 'Active' : 'Failed',
        isDisabledHere: isSource,
        totalCount: 10 + at,
        copiedCount: 5 + 3 * at,
        createdAt: day,
        lastEnabledAt: day,
        ...(isSource && { lastDisabledAt: day }),
      },
    })
  }
}

/** Why no list of a connection or an exchange can grow beyond its bound. */
export const connectionBounds = (replaced: string): Record<string, string> => ({
  'saveConnection BusinessCustomFields': replaced,
  'saveConnection IndividualCustomFields': replaced,
  'saveConnection MembershipFeeds': replaced,
  'saveExchange SourceTenants': replaced,
  'saveExchange TargetTenants': replaced,
})
