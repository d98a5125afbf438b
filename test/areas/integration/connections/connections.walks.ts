import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { REPLACED } from '#test/support/walks/growing'
import { addDisabledSource, NO_MAPPING, NO_PARTS } from '#test/support/walks/synchronized'
import type { World } from '#test/support/walks/world'
import { connectionBody, exchangeBody, newConnection } from './connections-records.ts'

/** As usedRecords, for what the connections of other tenants take from here. */
const usedBySource = (world: World): Record<string, () => Promise<string>> => {
  const used = async (mapping: object) => {
    const id = await addDisabledSource(world)
    const { system } = world.server.database
    const data = { mapping: { ...NO_MAPPING, ...mapping }, isDisabledHere: false }
    await system.connection.updateMany({ where: { tenantId: world.caller.tenant.id, id }, data })
  }
  const feed = (sourceTypeId: number, sourceLevelId: number | null = null) => ({
    feeds: [{ sourceTypeId, sourceTypeName: 'Regular', sourceLevelId, targetTypeId: 1, targetLevelId: null }],
  })
  const newType = async () => Number((await world.idsFor(':membershiptypeid')).get('membershiptypeid'))
  return {
    'membershiptype <- connection to a target': async () => {
      const typeId = await newType()
      await used(feed(typeId))
      return `/api/membershiptypes/${typeId}`
    },
    'membershiplevel <- connection to a target': async () => {
      const typeId = await newType()
      const body = { Name: `Level ${world.next()}`, Price: 0 }
      const { MembershipLevelId } = await world.post(`/api/membershiptypes/${typeId}/levels/0`, body)
      await used(feed(typeId, Number(MembershipLevelId)))
      return `/api/membershiptypes/${typeId}/levels/${MembershipLevelId}`
    },
    'customfield <- connection to a target': async () => {
      const sourceId = Number((await world.idsFor(':customfieldid')).get('customfieldid'))
      const parts = { ...NO_PARTS, customFields: true, fields: [{ sourceId, name: 'License', order: 1, targetId: 1 }] }
      await used({ contacts: true, individuals: parts })
      return `/api/customfields/${sourceId}/1`
    },
  }
}

/** The types, levels, custom fields and exchanges that connections use. */
const usedByConnections = (world: World): Record<string, () => Promise<string>> => {
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
const addConnectionRows = async (world: World): Promise<void> => {
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

export const walks: AreaWalks = {
  recipes: [
    [':exchangeid', { save: 'saveExchange', id: 'ExchangeId', body: (world: World) => exchangeBody(world) }],
    [':connectionid', { save: 'saveConnection', id: 'ConnectionId', body: connectionBody }],
  ],
  lists: {
    listConnections: 'needs two tenants; the tests of connections check its order',
    listExchanges: 'needs two tenants; the tests of exchanges check its order',
    searchExchanges: 'needs two tenants; the tests of exchanges check its order',
    lookupIndividualCustomFields: 'needs two tenants; the tests of connections check it',
    lookupOrganizationCustomFields: 'needs two tenants; the tests of connections check it',
    lookupMembershipTypeMappings: 'the tests of connections check its order',
    lookupSourceMembershipTypeMappings: 'needs two tenants; the tests of connections check it',
    lookupSourceMembershipLevels: 'needs two tenants; the tests of connections check it',
    lookupSourceTenants: 'shows other tenants; the tests of exchanges check it',
    lookupTargetTenants: 'shows other tenants; the tests of exchanges check it',
    lookupConnectionTenants: 'needs two tenants; the tests of exchanges check its order',
  },
  rows: addConnectionRows,
  uses: usedByConnections,
  bounds: {
    'saveConnection BusinessCustomFields': REPLACED,
    'saveConnection IndividualCustomFields': REPLACED,
    'saveConnection MembershipFeeds': REPLACED,
    'saveExchange SourceTenants': REPLACED,
    'saveExchange TargetTenants': REPLACED,
  },
  otherDeletions: {
    deleteConnection: UNREFERENCED,
    deleteExchange: UNREFERENCED,
  },
}
