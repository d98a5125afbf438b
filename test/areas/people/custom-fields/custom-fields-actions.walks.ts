import {
  atPath,
  document,
  idsOf,
  list,
  type OfferedIds,
  type OfferedKind,
} from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import type { World } from '#test/support/walks/world'

const addField = (world: World, body: object) => {
  const field = { CustomFieldDataTypeId: '1', DisplayName: `Field ${world.next()}`, ...body }
  return world.post('/api/customfields/0', field)
}

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

export const walks: AreaWalks = {
  actions: [forms, sections, contentLists],
}
