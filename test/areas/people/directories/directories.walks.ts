import {
  atPath,
  document,
  idsOf,
  list,
  type OfferedIds,
  type OfferedKind,
} from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { RELATION } from '#test/support/walks/deletions'
import { VALUES } from '#test/support/walks/growing'
import { twoPeople } from '#test/support/walks/list-rows'
import { byName, bySave, createPerson, type Listed, shared } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'
import { person } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

const TYPE_PATH = '/directories/:directoryid/listingtypes/:listingtypeid'

const listingTypeUrl = ({ directoryid, listingtypeid }: OfferedIds) =>
  `/api/directories/${directoryid}/listingtypes/${listingtypeid}`

const listingTypes: OfferedKind = {
  name: 'listing type',
  shapes: ['DirectoryListingType'],
  area: 'directories',
  reads: [
    document('getDirectoryListingType', listingTypeUrl),
    list(
      'listDirectoryListingTypes',
      ({ directoryid }) => `/api/directories/${directoryid}/listingtypes`,
      'ListingTypeId',
      'listingtypeid',
    ),
  ],
  states: {
    unused: async (world) => ({ ids: await idsOf(world, TYPE_PATH) }),
    'with a listing': async (world) => {
      const ids = await idsOf(world, TYPE_PATH)
      const listing = { ContactId: Number(await world.person()), ListingTypeId: ids.listingtypeid }
      await world.post(`/api/directories/${ids.directoryid}/listings/0`, listing)
      return { ids }
    },
  },
  actions: atPath(listingTypeUrl),
}

const listingUrl = ({ directoryid, directorylistingid }: OfferedIds) =>
  `/api/directories/${directoryid}/listings/${directorylistingid}`

const listings: OfferedKind = {
  name: 'listing of a directory',
  shapes: ['DirectoryListing'],
  area: 'directories',
  contacts: 'one',
  reads: [document('getDirectoryListing', listingUrl)],
  states: {
    saved: async (world) => {
      const { directoryid = 0 } = await idsOf(world, '/directories/:directoryid')
      const contact = Number(await world.person())
      const made = await world.post(`/api/directories/${directoryid}/listings/0`, { ContactId: contact })
      return { ids: { directoryid, directorylistingid: Number(made.DirectoryListingId) }, contacts: [contact] }
    },
  },
  actions: atPath(listingUrl, () => ({ CustomFields: [] })),
}

/** Contacts of a chapter that uses the directory. */
const directoryListings: Listed = {
  order: 'name',
  create: async (label, ids, world) => {
    const ChapterId = await shared(world, 'chapter', async () => {
      const made = await bySave('saveChapter', () => ({ DirectoryId: Number(ids.get('directoryid')) }))(
        label,
        new Map(),
        world,
      )
      return (made as { ChapterId: number }).ChapterId
    })
    await world.post('/api/chapters/contactchapter', { ContactId: await createPerson(world, label), ChapterId })
  },
}

const addDirectoryListings = async (world: World): Promise<void> => {
  const { system } = world.server.database
  const tenantId = world.caller.tenant.id
  const [one, other] = await twoPeople(world)
  const { id: directoryId } = await system.directory.create({ data: { tenantId, name: 'Walk', nameKey: 'walk' } })
  const type = (name: string) => ({ tenantId, directoryId, name, nameKey: name.toLowerCase() })
  await system.directoryListingType.create({ data: type('Basic') })
  const { id: listingTypeId } = await system.directoryListingType.create({ data: type('Premium') })
  await system.directoryListing.createMany({
    data: [
      { tenantId, directoryId, contactId: one },
      { tenantId, directoryId, contactId: other, listingTypeId },
    ],
  })
}

const usedByDirectories = (world: World): UsedRecords => ({
  'directorylistingtype <- listing': async () => {
    const ids = await world.idsFor('/:directoryid/listingtypes/:listingtypeid')
    const [directory, type] = [ids.get('directoryid'), Number(ids.get('listingtypeid'))]
    const listing = { ContactId: await person(world), ListingTypeId: type }
    await world.post(`/api/directories/${directory}/listings/0`, listing)
    return `/api/directories/${directory}/listingtypes/${type}`
  },
})

export const walks: AreaWalks = {
  tables: {
    listingtypeid: 'directory_listing_type',
  },
  recipes: [
    [':directoryid', saved('saveDirectory', 'DirectoryId')],
    [':listingtypeid', saved('saveDirectoryListingType', 'ListingTypeId')],
    [
      ':directorylistingid',
      saved('saveDirectoryListing', 'DirectoryListingId', async (world) => ({
        ContactId: Number(await world.person()),
      })),
    ],
  ],
  lists: {
    listDirectories: byName('saveDirectory'),
    listDirectoryListings: directoryListings,
    listDirectoryListingTypes: byName('saveDirectoryListingType'),
  },
  rows: addDirectoryListings,
  parents: {
    directoryid: 'SELECT directory_id AS id FROM directory_listing WHERE listing_type_id IS NOT NULL',
  },
  actions: [listingTypes, listings],
  uses: usedByDirectories,
  bounds: {
    'saveDirectoryListing CustomFields': VALUES,
  },
  otherDeletions: {
    deleteDirectoryListing: RELATION,
  },
}
