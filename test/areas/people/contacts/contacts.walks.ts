import type { JsonObject } from '#kernel/contract/json'
import { addImage } from '#test/support/integration/files'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { listed, rowOf } from '#test/support/walks/delivered'
import { contactOf, twoPeople } from '#test/support/walks/list-rows'
import { saved } from '#test/support/walks/recipes'
import type { World } from '#test/support/walks/world'
import { addUnmatchedPerson } from './contacts-records.ts'

const typeNamed = async (world: World, list: 'staff' | 'individual' | 'organization'): Promise<number> => {
  const types = await world.caller.get(`/api/contactrelationshiptypes/lookup/${list}`)
  return types.json()[0].Id
}

const PERSON = saved('savePerson', 'ContactId', (world) => {
  const number = world.next()
  const email = { Kind: 'email', Id: 0, Value: `person${number}@walk.example`, TypeId: 1, IsPrimary: true }
  return { OrganizationsAndRoles: [], ContactList: [email], Addresses: [], FirstName: `Ana ${number}` }
})

const ORGANIZATION = saved('saveOrganization', 'ContactId', () => ({
  ContactInfos: [],
  Addresses: [],
  ParentOrganizations: [],
}))

const setPrimaryContacts = async (world: World): Promise<void> => {
  const { system } = world.server.database
  const [one] = await twoPeople(world)
  const tenantId = world.caller.tenant.id
  const organizations = await system.contact.findMany({
    where: { tenantId, systemTypeId: 2, deletedAt: null },
    take: 2,
  })
  const led = { tenantId, id: { in: organizations.map(({ id }) => id) } }
  await system.contact.updateMany({ where: led, data: { primaryContactId: one } })
}

const addContactRecords = async (world: World): Promise<void> => {
  const contactId = await contactOf(world)
  await addImage(world.caller, Number(contactId))
  const activities = `/api/contacts/${contactId}/activities/0`
  await world.post(activities, { ActivityDate: '2026-03-01T10:00:00Z', ActivityTypeId: 2, Description: 'Called' })
  await world.post(activities, { ActivityDate: '2026-02-01T10:00:00Z', ActivityTypeId: 1, Description: 'Noted' })
  const communications = `/api/contacts/${contactId}/communications/0`
  const sent = { CommunicationTypeId: 2, CommunicationStatusTypeId: 2, Date: '2026-03-01T10:00:00Z', Category: 'news' }
  await world.post(communications, { ...sent, Subject: 'Thanks', FromDisplayName: 'Ada King' })
  await world.post(communications, { CommunicationTypeId: 1, CommunicationStatusTypeId: 1, Subject: 'Draft' })
  await addUnmatchedPerson(world)
  await addUnmatchedPerson(world)
  await setPrimaryContacts(world)
}

export const walks: AreaWalks = {
  tables: {
    primarycontactid: 'contact',
    personid: 'contact',
    emailid: 'contact_email',
    phoneid: 'contact_phone',
    websiteid: 'contact_website',
    roleid: 'contact_role_type',
    designationid: 'contact_designation',
    activityid: 'contact_activity',
    communicationid: 'contact_communication',
    certificationcontactid: 'contact_certification',
    recordid: 'contact_record',
    id: 'contact',
  },
  recipes: [
    ['/org/:contactid', ORGANIZATION],
    ['/orggeneral/:contactid', ORGANIZATION],
    [':contactid', PERSON],
    [':primarycontactid', PERSON],
    ['/contacts/:id', PERSON],
    [':emailid', saved('saveContactEmail', 'EmailAddressId')],
    [':phoneid', saved('saveContactPhone', 'PhoneId')],
    [':websiteid', saved('saveContactWebsite', 'WebAddressId')],
    [':contactaddressid', saved('saveContactAddress', 'ContactAddressId')],
    ['/roletypes/:roleid', saved('saveContactRoleType', 'RoleId')],
    [
      ':contactroleid',
      saved('saveContactRole', 'ContactRoleId', async (world) => ({
        OrganizationContactId: Number(await world.organization()),
      })),
    ],
    [':designationid', saved('saveContactDesignation', 'ContactDesignationId')],
    // A tag is created by the first contact that gets it.
    ['/contacts/tags/:tagid', async (world) => (await world.idsFor('/:contactid/tags/:tagid')).get('tagid') ?? ''],
    [
      '/tags/:tagid',
      async (world, ids) =>
        String((await world.post(`/api/contacts/${ids.get('contactid')}/tags`, { Name: `Tag ${world.next()}` })).TagId),
    ],
    [':activityid', saved('saveContactActivity', 'ContactActivityId')],
    [':communicationid', saved('saveContactCommunication', 'CommunicationId')],
    [':categorylistid', saved('saveCategoryList', 'CategoryListId')],
    ['/items/:categoryitemid', saved('saveCategoryItem', 'CategoryItemId')],
    [
      '/categories/:categoryitemid',
      async (world, ids) => {
        const list = await world.post('/api/contacts/categorylists/0', {
          CategoryTypeId: 3,
          Name: `Trade ${world.next()}`,
        })
        const sent = { Name: `Printing ${world.next()}` }
        const item = (await world.post(`/api/contacts/categorylists/${list.CategoryListId}/items/0`, sent))
          .CategoryItemId
        await world.post(`/api/contacts/${ids.get('contactid')}/categories/${item}`)
        return String(item)
      },
    ],
    [
      '/assignedcontacts/:contactrelationshipid',
      saved('saveAssignedContact', 'ContactRelationshipId', async (world) => ({
        StaffContactId: Number(await world.staff()),
        ContactRelationshipTypeId: await typeNamed(world, 'staff'),
      })),
    ],
    [
      '/relationships/:contactrelationshipid',
      saved('saveContactRelationship', 'ContactRelationshipId', async (world) => ({
        OtherContactId: Number(await world.person()),
        ContactRelationshipTypeId: Number(
          (await world.idsFor(':contactrelationshiptypeid')).get('contactrelationshiptypeid'),
        ),
      })),
    ],
    [':certificationid', saved('saveCertification', 'CertificationId')],
    [
      ':certificationcontactid',
      saved('saveContactCertification', 'CertificationContactId', async (world) => ({
        CertificationId: Number((await world.idsFor(':certificationid')).get('certificationid')),
        CompletionDate: '2026-02-01',
      })),
    ],
    [':recordid', saved('saveContactRecord', 'ContactRecordId')],
    [':personid', (world) => addUnmatchedPerson(world)],
  ],
  before: {
    restoreContact: (world, ids) =>
      world.good(world.caller.delete(`/api/contacts/${ids.get('contactid')}/1`), 'delete'),
    deleteContactImage: (world, ids) =>
      world.post(`/api/contacts/${ids.get('contactid')}/image`, { Url: 'https://a.example/1.png' }),
  },
  bodies: {
    saveAssignedContact: async () => ({}),
    mergeContacts: async (world) => {
      const WinnerContactId = Number(await world.person())
      const LoserContactId = Number(await world.person())
      return { WinnerContactId, LoserContactId }
    },
  },
  rows: addContactRecords,
  parents: {
    listContactActsFor: 'SELECT primary_contact_id AS id FROM contact WHERE primary_contact_id IS NOT NULL',
    listContactActedForBy: 'SELECT organization_id AS id FROM contact_role WHERE end_date IS NULL',
  },
  delivered: {
    contact: { operation: 'getPerson' },
    tag: { operation: 'listTags', part: rowOf('TagId'), create: listed('/contacts/tags/:tagid', 'tagid') },
    categorylist: {
      operation: 'listCategoryLists',
      part: rowOf('CategoryListId'),
      create: listed(':categorylistid', 'categorylistid'),
    },
    categoryitem: {
      operation: 'listCategoryLists',
      part: (lists, id) =>
        (lists as unknown as { Items: JsonObject[] }[])
          .flatMap(({ Items }) => Items)
          .find(({ CategoryItemId }) => CategoryItemId === id),
      create: listed(':categorylistid/items/:categoryitemid', 'categoryitemid'),
    },
    certification: {
      operation: 'listCertifications',
      part: rowOf('CertificationId'),
      create: listed(':certificationid', 'certificationid'),
    },
    contactroletype: {
      operation: 'listContactRoleTypes',
      part: rowOf('RoleId'),
      create: listed('/roletypes/:roleid', 'roleid'),
    },
  },
}
