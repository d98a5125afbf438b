import { addImage, upload } from '#test/support/integration/files'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { change, PART, RELATION, type RecordIds, type Shared } from '#test/support/walks/deletions'
import { NEVER_DELETED } from '#test/support/walks/no-uses'
import { categoryItem, categoryList, person } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

interface NewCategory {
  list: string
  item: string
  DisplayOrder: number
  contacts: readonly string[]
}

/** A category with contacts and a group in it. The rows of lists show the first category of a contact. */
const createCategory = async ({ world, group }: Shared, category: NewCategory): Promise<RecordIds> => {
  const list = { CategoryTypeId: 3, Name: category.list }
  const { CategoryListId } = await world.post('/api/contacts/categorylists/0', list)
  const item = { Name: category.item, DisplayOrder: category.DisplayOrder }
  const { CategoryItemId } = await world.post(`/api/contacts/categorylists/${CategoryListId}/items/0`, item)
  for (const contact of category.contacts) await world.post(`/api/contacts/${contact}/categories/${CategoryItemId}`)
  const { Categories } = await world.get(`/api/groups/${group}`)
  await change(world, `/api/groups/${group}`, { Categories: [...[Categories ?? []].flat(), { CategoryItemId }] })
  return { categorylistid: CategoryListId, categoryitemid: CategoryItemId }
}

const CATEGORY = [
  'listContacts',
  'queryContacts',
  'listContactCategories',
  'getOrganizationGeneral',
  'listGroups',
  'getGroup',
  'listCategoryLists',
]

const usedByContacts = (world: World): UsedRecords => ({
  'contact <- member of staff': async () => `/api/contacts/${await world.staff()}/1`,
  'file <- contact': async () => `/api/files/${await addImage(world.caller, await person(world))}`,
  'file <- communication': async () => {
    const [contact, file] = [await person(world), await upload(world.caller, 'letter.txt', 'letter')]
    const body = { CommunicationTypeId: 2, Subject: 'Letter', FileIds: [file] }
    await world.post(`/api/contacts/${contact}/communications/0`, body)
    return `/api/files/${file}`
  },
  'categoryitem <- contact': async () => {
    const ids = await world.idsFor('/:contactid/categories/:categoryitemid')
    return categoryItem(world, Number(ids.get('categoryitemid')))
  },
  'categorylist <- contact': async () => {
    const ids = await world.idsFor('/:contactid/categories/:categoryitemid')
    return categoryList(world, Number(ids.get('categoryitemid')))
  },
  'certification <- contact': async () => {
    const contact = await person(world)
    const CertificationId = await world.idOf(':certificationid', 'certificationid')
    await world.post(`/api/contacts/${contact}/certifications/0`, { CertificationId, CompletionDate: '2026-02-01' })
    return `/api/contacts/certifications/${CertificationId}`
  },
  'contactroletype <- contact': async () => {
    const RoleId = await world.idOf('/roletypes/:roleid', 'roleid')
    const role = { OrganizationContactId: Number(await world.organization()), RoleId }
    await world.post(`/api/contacts/${await person(world)}/roles/0`, role)
    return `/api/contacts/roletypes/${RoleId}`
  },
  'contactrelationshiptype <- contact': async () => {
    const type = await world.idOf(':contactrelationshiptypeid', 'contactrelationshiptypeid')
    const related = { OtherContactId: await person(world), ContactRelationshipTypeId: type }
    await world.post(`/api/contacts/${await person(world)}/relationships/0`, related)
    return `/api/contactrelationshiptypes/${type}/1`
  },
})

export const walks: AreaWalks = {
  uses: usedByContacts,
  noUses: {
    'contact_address -> address': 'an address belongs to the contacts that have it',
    'contact_communication -> mail_message': NEVER_DELETED,
  },
  deletions: [
    {
      operation: 'deleteCategoryItem',
      create: async (mark, shared) => {
        const contacts = [shared.person, shared.organization]
        const ids = await createCategory(shared, { list: 'Trades', item: mark, DisplayOrder: 2, contacts })
        return { ids, field: /CategoryItemIds?$/ }
      },
      shownBy: CATEGORY,
    },
    {
      operation: 'deleteCategoryList',
      create: async (mark, shared) => {
        const contacts = [shared.organization]
        const ids = await createCategory(shared, { list: mark, item: `${mark} item`, DisplayOrder: 1, contacts })
        return { ids, field: /CategoryListIds?$/ }
      },
      shownBy: CATEGORY,
    },
    {
      operation: 'deleteTag',
      create: async (mark, { world, person, organization }) => {
        const { TagId } = await world.post(`/api/contacts/${person}/tags`, { Name: mark })
        await world.post(`/api/contacts/${organization}/tags`, { Name: mark })
        return { ids: { tagid: TagId }, field: /TagIds?$/ }
      },
      shownBy: ['listTags', 'listContactTags', 'getPersonSummary', 'lookupContactValues'],
    },
  ],
  otherDeletions: {
    deleteContactEmail: PART,
    deleteContactPhone: PART,
    deleteContactWebsite: PART,
    deleteContactAddress: PART,
    deleteContactDesignation: PART,
    deleteContactActivity: PART,
    deleteContactCommunication: PART,
    deleteContactCertification: PART,
    deleteContactRecord: PART,
    deleteContactImage: PART,
    deleteContactRole: RELATION,
    removeContactTag: RELATION,
    removeContactCategory: RELATION,
    deleteAssignedContact: RELATION,
    deleteContactRelationship: RELATION,
    deleteContact: 'keeps the record, which other records continue to name; the walk of deleted contacts covers it',
  },
}
