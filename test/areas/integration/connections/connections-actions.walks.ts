import { list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { addDisabledSource, addForeignExchange } from '#test/support/walks/synchronized'
import { exchangeBody, newConnection } from './connections-records.ts'

/** The actions of connections. */
const offeredConnections: OfferedKind = {
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
const offeredExchanges: OfferedKind = {
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

export const walks: AreaWalks = {
  actions: [offeredConnections, offeredExchanges],
}
