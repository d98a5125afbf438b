import { upload } from '#test/support/integration/files'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { BRANCH, BY_AUTHOR, change, createStep } from '#test/support/walks/deletions'
import { REPLACED } from '#test/support/walks/growing'
import { byName, type Listed, NUMBERS, numbered } from '#test/support/walks/lists/listed'
import { CLEARED, NEVER_DELETED } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { field } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

/** A custom field for texts, and a value of it. */
const createField = async (world: World, mark: string, ObjectTypeId: string, more: object = {}) => {
  const field = { ObjectTypeId, Name: mark, DisplayName: mark, CustomFieldDataTypeId: '1', ...more }
  const { CustomFieldId } = await world.post('/api/customfields/0', field)
  const referenced = { ids: { customfieldid: CustomFieldId }, field: /CustomFieldIds?$/ }
  return { CustomFieldId, referenced, CustomFields: [{ CustomFieldId, Value: mark }] }
}

const editionFields: Listed = {
  order: 'ascending',
  create: async (label, ids, world) => {
    const field = { ObjectTypeId: '12', SearchObjectTypeId: '2' }
    const made = await numbered('saveCustomField', 'DisplayName', field).create(label, ids, world)
    const { CustomFieldId } = made as { CustomFieldId: number }
    await world.post('/api/customfields/editioncustomfields', {
      CustomFieldSettings: [{ CustomFieldId, IsEnabled: true, DisplayOrder: NUMBERS[label] }],
    })
  },
}

const fields = numbered('saveCustomField', 'DisplayName')

const addFieldRecords = async (world: World): Promise<void> => {
  for (const path of [':customfieldid', ':formid', ':contentlistid']) {
    await world.idsFor(path)
    await world.idsFor(path)
  }
  const { formid } = Object.fromEntries(await world.idsFor(':formid'))
  await world.post(`/api/forms/${formid}/sections/0`, { Name: 'About you', DisplayOrder: 2 })
  await world.post(`/api/forms/${formid}/sections/0`, { Name: 'Your wishes', DisplayOrder: 1 })
}

const usedByCustomFields = (world: World): UsedRecords => ({
  'file <- custom field': async () => {
    const [id, file] = [
      Number(await field(world, { CustomFieldDataTypeId: '10' })),
      await upload(world.caller, 'cv.txt', 'cv'),
    ]
    const CustomFields = [{ CustomFieldId: id, Value: String(file) }]
    await world.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: `Files ${world.next()}`, CustomFields })
    return `/api/files/${file}`
  },
  'membershiptype <- custom field': async () => {
    const type = await world.idOf(':membershiptypeid', 'membershiptypeid')
    await field(world, { ObjectTypeId: '4', MembershipTypeId: String(type) })
    return `/api/membershiptypes/${type}`
  },
  'membershiplevel <- custom field': async () => {
    const ids = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
    const [type = '', level = ''] = [ids.get('membershiptypeid'), ids.get('membershiplevelid')]
    await field(world, { ObjectTypeId: '4', MembershipTypeId: type, MembershipTypeOptionId: level })
    return `/api/membershiptypes/${type}/levels/${level}`
  },
  'projecttype <- custom field': async () => {
    const type = await world.idOf(':projecttypeid', 'projecttypeid')
    await field(world, { ObjectTypeId: '10', ProjectTypeId: String(type) })
    return `/api/projecttypes/${type}/1`
  },
  'form <- custom field': async () => {
    const form = String(await world.idOf(':formid', 'formid'))
    await field(world, { ObjectTypeId: '9', FormId: form, StandardFieldId: '7' })
    return `/api/forms/${form}`
  },
  'contentlist <- custom field': async () => {
    const list = String(await world.idOf(':contentlistid', 'contentlistid'))
    await field(world, { ObjectTypeId: '8', ContentListId: list, StandardFieldId: '7' })
    return `/api/contentlists/${list}`
  },
  'customfield <- field of a form or directory': async () => {
    const shown = await field(world, { ObjectTypeId: '2' })
    const DirectoryId = String(await world.idOf(':directoryid', 'directoryid'))
    const body = { DirectoryId, ExistingCustomFieldId: shown, IsExistingField: true, DisplayName: 'Shown' }
    await world.post('/api/customfields/directorylisting/0', body)
    return `/api/customfields/${shown}/1`
  },
})

export const walks: AreaWalks = {
  recipes: [
    [
      '/directorylisting/:customfieldid',
      saved('saveDirectoryListingCustomField', 'CustomFieldId', async (world) => ({
        DirectoryId: (await world.idsFor(':directoryid')).get('directoryid') ?? '',
      })),
    ],
    [':customfieldid', saved('saveCustomField', 'CustomFieldId')],
    [':customfieldgroupid', saved('saveCustomFieldGroup', 'Id')],
    [':formid', saved('saveForm', 'FormId')],
    [':formsectionid', saved('saveFormSection', 'FormSectionId')],
    [':contentlistid', saved('saveContentList', 'ContentListId')],
  ],
  lists: {
    lookupCustomFieldGroups: numbered('saveCustomFieldGroup', 'CustomFieldGroupName'),
    listCustomFields: fields,
    searchCustomFields: fields,
    lookupMembershipTypeUnits: numbered('saveCustomField', 'DisplayName', {
      ObjectTypeId: '4',
      CustomFieldDataTypeId: '2',
      SelectListItems: undefined,
    }),
    getEditionFields: editionFields,
    lookupFormSections: numbered('saveFormSection'),
    listFormSections: numbered('saveFormSection'),
    listForms: byName('saveForm'),
    listContentLists: byName('saveContentList'),
  },
  rows: addFieldRecords,
  parents: {
    formid: 'SELECT form_id AS id FROM form_section',
  },
  uses: usedByCustomFields,
  noUses: {
    'custom_field -> custom_field_group': CLEARED,
    'custom_field -> directory': NEVER_DELETED,
    'custom_field -> form_section': CLEARED,
    'custom_field_value -> custom_field': 'values are deleted with the field by force, else 409 has-values',
    'custom_field_response -> custom_field': 'values are deleted with the field by force, else 409 has-values',
  },
  bounds: {
    'saveCustomField ChildCustomFields': REPLACED,
    'saveCustomField SelectListItems': REPLACED,
    'saveDirectoryListingCustomField ActiveListingTypes': REPLACED,
    'saveDirectoryListingCustomField ChildCustomFields': REPLACED,
    'saveDirectoryListingCustomField SelectListItems': REPLACED,
    'saveEditionSettings CustomFieldSettings': 'one setting for each field, and a tenant has at most as many fields',
  },
  deletions: [
    {
      operation: 'deleteCustomField',
      kind: 'a field of contacts with a parent and a branch',
      create: async (mark, { world, person, organization }) => {
        const { CustomFieldId, CustomFields, referenced } = await createField(world, mark, '1')
        await change(world, `/api/contacts/person/${person}`, { CustomFields })
        await change(world, `/api/contacts/org/${organization}`, { CustomFields })
        const parent = await createField(world, 'Parent', '1', { ChildCustomFields: [{ CustomFieldId }] })
        const Conditions = [{ Type: 'customField', CustomFieldId, Value: 'x' }]
        const branch = await createStep(world, BRANCH, { LogicBranchOptions: { MatchAll: true, Conditions } })
        return { ...referenced, records: [parent.referenced.ids, branch] }
      },
      shownBy: ['getPerson', 'listContactChanges', 'listCustomFields', 'searchCustomFields', 'getWorkflowStepBoard'],
      keptBy: BY_AUTHOR,
    },
    {
      operation: 'deleteCustomField',
      kind: 'a field of an edition',
      create: async (mark, { world }) => {
        const { CustomFieldId, CustomFields, referenced } = await createField(world, mark, '12', {
          SearchObjectTypeId: '2',
        })
        const CustomFieldSettings = [{ CustomFieldId, IsEnabled: true }]
        await world.post('/api/customfields/editioncustomfields', { CustomFieldSettings })
        // A contact of its own, which no other deletion brings into the change feed.
        await change(world, `/api/contacts/person/${await world.person()}`, { CustomFields })
        return referenced
      },
      shownBy: ['listContactChanges', 'getEditionFields', 'getEditionSettings'],
    },
    {
      operation: 'deleteCustomField',
      kind: 'a field of memberships',
      create: async (mark, { world, person }) => {
        const { CustomFields, referenced } = await createField(world, mark, '4')
        const types = await world.idsFor('/:membershiptypeid/levels/:membershiplevelid')
        const { MembershipId } = await world.post('/api/memberships/0', {
          ContactId: Number(person),
          MembershipTypeId: Number(types.get('membershiptypeid')),
          LevelId: Number(types.get('membershiplevelid')),
          CustomFields,
        })
        return { ...referenced, records: [{ membershipid: MembershipId }] }
      },
      shownBy: ['getMembership'],
    },
    {
      operation: 'deleteCustomField',
      kind: 'a field of projects',
      create: async (mark, { world, project }) => {
        const { CustomFields, referenced } = await createField(world, mark, '10')
        await change(world, `/api/projects/${project}`, { CustomFields })
        return referenced
      },
      shownBy: ['getProject'],
    },
    {
      operation: 'deleteCustomFieldGroup',
      create: async (mark, { world }) => {
        const { Id } = await world.post('/api/customfields/groups/0', { CustomFieldGroupName: mark })
        const { referenced } = await createField(world, 'Grouped', '1', { CustomFieldGroupId: String(Id) })
        return { ids: { customfieldgroupid: Id }, field: /CustomFieldGroupId$/, records: [referenced.ids] }
      },
      shownBy: ['listCustomFields', 'searchCustomFields', 'getCustomField', 'lookupCustomFieldGroups'],
    },
    {
      operation: 'deleteCustomField',
      kind: 'a field of membership types',
      create: async (mark, { world }) => {
        const field = { ObjectTypeId: '5', Name: mark, DisplayName: mark, CustomFieldDataTypeId: '1' }
        const { CustomFieldId = 0 } = await world.post('/api/customfields/0', field)
        const body = { Name: 'Fellow', TermKindId: 1, TermMonths: 12, CustomFields: [{ CustomFieldId, Value: mark }] }
        const { MembershipTypeId = 0 } = await world.post('/api/membershiptypes/0', body)
        const ids = { customfieldid: CustomFieldId }
        return { ids, field: /CustomFieldIds?$/, records: [{ membershiptypeid: MembershipTypeId }] }
      },
      shownBy: ['getMembershipType', 'listMembershipTypes'],
    },
    {
      operation: 'deleteCustomField',
      kind: 'a field of a directory',
      create: async (mark, { world }) => {
        const ids = await world.idsFor('/:directoryid/listingtypes/:listingtypeid')
        const directoryid = ids.get('directoryid') ?? ''
        const field = { DirectoryId: directoryid, Name: mark, DisplayName: mark, CustomFieldDataTypeId: '1' }
        const { CustomFieldId = 0 } = await world.post('/api/customfields/directorylisting/0', field)
        const { DirectoryListingId = 0 } = await world.post(`/api/directories/${directoryid}/listings/0`, {
          ContactId: Number(await world.person()),
          ListingTypeId: Number(ids.get('listingtypeid')),
          CustomFields: [{ CustomFieldId, Value: mark }],
        })
        const listing = { directoryid, directorylistingid: DirectoryListingId }
        return { ids: { customfieldid: CustomFieldId }, field: /CustomFieldIds?$/, records: [listing] }
      },
      shownBy: ['getDirectoryListing', 'listCustomFields'],
    },
    {
      operation: 'deleteFormSection',
      create: async (mark, { world }) => {
        const formid = (await world.idsFor(':formid')).get('formid') ?? ''
        const { FormSectionId = 0 } = await world.post(`/api/forms/${formid}/sections/0`, { Name: mark })
        const location = { ObjectTypeId: '9', FormId: formid, StandardFieldId: '7' }
        const field = { ...location, DisplayName: `Of ${formid}`, CustomFieldDataTypeId: '1' }
        const located = { ...field, CustomFieldGroupId: String(FormSectionId) }
        const { CustomFieldId = 0 } = await world.post('/api/customfields/0', located)
        const records = [{ customfieldid: CustomFieldId }, { formid }]
        return { ids: { formid, formsectionid: FormSectionId }, field: /^FormSectionId$/, records }
      },
      shownBy: ['getFormSection', 'listFormSections', 'lookupFormSections', 'listCustomFields', 'searchCustomFields'],
    },
  ],
  delivered: {
    customfield: { operation: 'getCustomField' },
  },
}
