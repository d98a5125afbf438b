import type { Deletion } from './deletions.ts'

/** Deletions of fields, and of what fields belong to, that are not of contacts. */
export const LOCATION_DELETIONS: readonly Deletion[] = [
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
]
