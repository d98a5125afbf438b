import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import type { Body } from '#test/support/walks/recipes'
import type { World } from '#test/support/walks/world'

interface SetupKind {
  name: string
  shape: string
  /** The plural in the names of operations, if it is not the shape with an s. */
  plural?: string
  path: string
  id: string
  /** A body that changes any record of the kind. */
  change: object
  states?: OfferedKind['states']
}

const feeItem = async (world: World, body: Body): Promise<void> => {
  const AccountId = Number((await world.idsFor(':accountid')).get('accountid'))
  await world.post('/api/finance/feeitems/0', { Name: `Fee ${world.next()}`, Price: 5, AccountId, ...body })
}

const create = async (world: World, id: string): Promise<number> =>
  Number((await world.idsFor(`:${id.toLowerCase()}`)).get(id.toLowerCase()))

/** A record of the books by which others are set up. */
const setupKind = ({ name, shape, plural = `${shape}s`, path, id, change, states }: SetupKind): OfferedKind => ({
  name,
  shapes: [shape],
  area: 'books',
  reads: [
    document(`get${shape}`, (ids) => `/api/finance/${path}/${ids.id}`),
    list(`list${plural}`, (ids) => `/api/finance/${path}?Filter=${id} eq ${ids.id}`, id, 'id'),
  ],
  states: {
    unused: async (world) => ({ ids: { id: await create(world, id) } }),
    ...states,
  },
  actions: {
    view: (ids) => ({ method: 'GET', url: `/api/finance/${path}/${ids.id}` }),
    edit: (ids) => ({ method: 'POST', url: `/api/finance/${path}/${ids.id}`, body: change, version: 'AuditId' }),
    delete: (ids) => ({ method: 'DELETE', url: `/api/finance/${path}/${ids.id}` }),
  },
})

export const walks: AreaWalks = {
  actions: [
    setupKind({
      name: 'account',
      shape: 'Account',
      path: 'accounts',
      id: 'AccountId',
      change: { Description: 'Changed' },
      states: {
        'that a fee item uses': async (world) => {
          const id = await create(world, 'AccountId')
          await feeItem(world, { AccountId: id })
          return { ids: { id } }
        },
        'with a system role': async ({ server, caller }) => {
          const where = { tenantId: caller.tenant.id, systemRole: 'receivable' }
          const { id } = await server.database.system.account.findFirstOrThrow({ where })
          return { ids: { id } }
        },
      },
    }),
    setupKind({
      name: 'transaction class',
      shape: 'TransactionClass',
      plural: 'TransactionClasses',
      path: 'classes',
      id: 'ClassId',
      change: { IsActive: false },
      states: {
        'with a child class': async (world) => {
          const id = await create(world, 'ClassId')
          await world.post('/api/finance/classes/0', { Name: `Child ${world.next()}`, ParentClassId: id })
          return { ids: { id } }
        },
      },
    }),
    setupKind({
      name: 'tax region',
      shape: 'TaxRegion',
      path: 'taxregions',
      id: 'TaxRegionId',
      change: { CountryId: 840 },
      states: {
        'of a tax set': async (world) => {
          const id = await create(world, 'TaxRegionId')
          await world.post('/api/finance/taxsets/0', { Name: `Tax ${world.next()}`, TaxRegionId: id })
          return { ids: { id } }
        },
      },
    }),
    setupKind({
      name: 'tax set',
      shape: 'TaxSet',
      path: 'taxsets',
      id: 'TaxSetId',
      change: { IsActive: false },
      states: {
        'that a fee item uses': async (world) => {
          const id = await create(world, 'TaxSetId')
          await feeItem(world, { TaxSetId: id })
          return { ids: { id } }
        },
      },
    }),
    setupKind({
      name: 'discount',
      shape: 'Discount',
      path: 'discounts',
      id: 'DiscountId',
      change: { IsActive: false },
    }),
    setupKind({ name: 'fee item', shape: 'FeeItem', path: 'feeitems', id: 'FeeItemId', change: { Price: 0 } }),
  ],
}
