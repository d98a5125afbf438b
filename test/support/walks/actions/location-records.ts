import type { World } from '../world.ts'
import { document, list, type OfferedIds, type OfferedKind } from './offered-records.ts'

/** Creates the records of a path, and returns their ids by the names of its parameters. */
const idsOf = async (world: World, path: string): Promise<OfferedIds> =>
  Object.fromEntries([...(await world.idsFor(path))].map(([name, id]) => [name, Number(id)]))

const addField = (world: World, body: object) => {
  const field = { CustomFieldDataTypeId: '1', DisplayName: `Field ${world.next()}`, ...body }
  return world.post('/api/customfields/0', field)
}

/** The actions of a record at a path: all three. */
const atPath = (
  url: (ids: OfferedIds) => string,
  change: (world: World) => object = (world) => ({ Name: `Changed ${world.next()}` }),
): OfferedKind['actions'] => ({
  view: (ids) => ({ method: 'GET', url: url(ids) }),
  edit: (ids, world) => ({ method: 'POST', url: url(ids), body: change(world), version: 'AuditId' }),
  delete: (ids) => ({ method: 'DELETE', url: url(ids) }),
})

const formUrl = ({ formid }: OfferedIds) => `/api/forms/${formid}`

const forms: OfferedKind = {
  name: 'form',
  shapes: ['Form'],
  area: 'custom-fields',
  reads: [document('getForm', formUrl), list('listForms', () => '/api/forms', 'FormId', 'formid')],
  states: {
    empty: async (world) => ({ ids: await idsOf(world, '/forms/:formid') }),
    'with a section': async (world) => ({ ids: await idsOf(world, '/forms/:formid/sections/:formsectionid') }),
    'with a custom field': async (world) => {
      const ids = await idsOf(world, '/forms/:formid')
      await addField(world, { ObjectTypeId: '9', FormId: String(ids.formid), StandardFieldId: '7' })
      return { ids }
    },
  },
  actions: atPath(formUrl),
}

const sectionUrl = ({ formid, formsectionid }: OfferedIds) => `/api/forms/${formid}/sections/${formsectionid}`

const sections: OfferedKind = {
  name: 'section of a form',
  shapes: ['FormSection'],
  area: 'custom-fields',
  reads: [
    document('getFormSection', sectionUrl),
    list('listFormSections', ({ formid }) => `/api/forms/${formid}/sections`, 'FormSectionId', 'formsectionid'),
  ],
  states: {
    empty: async (world) => ({ ids: await idsOf(world, '/forms/:formid/sections/:formsectionid') }),
    'with a custom field': async (world) => {
      const ids = await idsOf(world, '/forms/:formid/sections/:formsectionid')
      const location = { FormId: String(ids.formid), CustomFieldGroupId: String(ids.formsectionid) }
      await addField(world, { ObjectTypeId: '9', StandardFieldId: '7', ...location })
      return { ids }
    },
  },
  actions: atPath(sectionUrl),
}

const contentListUrl = ({ contentlistid }: OfferedIds) => `/api/contentlists/${contentlistid}`

const contentLists: OfferedKind = {
  name: 'content list',
  shapes: ['ContentList'],
  area: 'custom-fields',
  reads: [
    document('getContentList', contentListUrl),
    list('listContentLists', () => '/api/contentlists', 'ContentListId', 'contentlistid'),
  ],
  states: {
    empty: async (world) => ({ ids: await idsOf(world, '/contentlists/:contentlistid') }),
    'with a custom field': async (world) => {
      const ids = await idsOf(world, '/contentlists/:contentlistid')
      await addField(world, { ObjectTypeId: '8', StandardFieldId: '7', ContentListId: String(ids.contentlistid) })
      return { ids }
    },
  },
  actions: atPath(contentListUrl),
}

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

/** Where custom fields belong: forms, content lists and directories. */
export const locationRecords: readonly OfferedKind[] = [forms, sections, contentLists, listingTypes, listings]
