import type { AreaWalks } from '#test/support/walks/area-walks'
import {
  byName,
  bySave,
  createOrganization,
  createPerson,
  dayOf,
  FIRST,
  type Label,
  type Listed,
  NUMBERS,
  numbered,
  primaryLast,
  SECOND,
  shared,
  sharedRecord,
} from '#test/support/walks/lists/listed'
import type { World } from '#test/support/walks/world'
import { hidePerson } from './contacts-records.ts'

const persons: Listed = { order: 'name', create: (label, _, world) => createPerson(world, label) }

const tagged: Listed = {
  order: 'name',
  create: async (label, ids, world) => {
    const contactId = ids.get('contactid') ?? (await world.person())
    await world.post(`/api/contacts/${contactId}/tags`, { Name: label })
  },
}

const emails = primaryLast('saveContactEmail', 'emails', 'EmailAddressId', (label) => ({
  EmailAddress: `${label}@walk.example`,
}))

const websites = primaryLast('saveContactWebsite', 'websites', 'WebAddressId', (label) => ({
  Url: `https://walk.example/${label}`,
}))

const extension = (label: Label) => ({ Extension: String(NUMBERS[label]) })

const withExtension = primaryLast('saveContactPhone', 'phones', 'PhoneId', extension)

const phones: Listed = {
  ...withExtension,
  create: async (label, ids, world) => {
    await withExtension.create(label, ids, world)
    return `"Extension":"${NUMBERS[label]}"`
  },
}

const addresses: Listed = { order: 'oldest', create: bySave('saveContactAddress', (label) => ({ Address1: label })) }

/** Only the last one has both the name and the address of the request; the first has the name, the second the address. */
const duplicates: Listed = {
  order: 'lastFirst',
  create: async (label, _, world) => {
    const email = { Kind: 'email', Id: 0, Value: 'trade@walk.example', TypeId: 1 }
    const id = await createOrganization(world, label === SECOND ? 'Harbor' : 'Northern Trade', {
      ContactInfos: label === FIRST ? [] : [email],
      forceSave: true,
    })
    return `"ContactId":${id},`
  },
  body: () => ({
    SystemContactTypeId: 2,
    OrganizationName: 'Northern Trade',
    EmailAddresses: ['trade@walk.example'],
  }),
}

const relatedTo = (role: 'Name' | 'ReverseName'): Listed => ({
  order: 'name',
  create: async (label, ids, world) => {
    const type = await shared(world, role, async () => {
      const types = { SystemRelationshipTypeId: '1', FromSystemContactTypeId: null, Name: 'Guard', ReverseName: 'Ward' }
      const rights = { InheritsRights: role === 'Name', ReverseInheritsRights: role === 'ReverseName' }
      const made = await world.post('/api/contactrelationshiptypes/0', { ...types, ...rights })
      return Number(made.ContactRelationshipTypeId)
    })
    await world.post(`/api/contacts/${ids.get('contactid')}/relationships/0`, {
      OtherContactId: await createPerson(world, label),
      ContactRelationshipTypeId: type,
    })
  },
})

const categoryList: Listed = {
  order: 'ascending',
  create: async (label, ids, world) => {
    const list = await shared(world, 'categorylist', async () => {
      const made = await world.post('/api/contacts/categorylists/0', { CategoryTypeId: 3, Name: 'Trades' })
      return Number(made.CategoryListId)
    })
    const item = { Name: label, DisplayOrder: NUMBERS[label] }
    const { CategoryItemId } = await world.post(`/api/contacts/categorylists/${list}/items/0`, item)
    await world.post(`/api/contacts/${ids.get('contactid')}/categories/${CategoryItemId}`)
  },
}

const certificationList: Listed = {
  order: 'name',
  create: async (label, ids, world) => {
    const { CertificationId } = await world.post('/api/contacts/certifications/0', { Name: label, RequiredAmount: 1 })
    const url = `/api/contacts/${ids.get('contactid')}/certifications/0`
    await world.post(url, { CertificationId: CertificationId ?? 0 })
  },
}

const activities: Listed = {
  order: 'descending',
  create: bySave('saveContactActivity', (label) => ({
    Description: label,
    ActivityDate: `${dayOf(label)}T10:00:00Z`,
  })),
}

const communicationList: Listed = {
  order: 'descending',
  create: bySave('saveContactCommunication', (label) => ({ Subject: label, Date: `${dayOf(label)}T10:00:00Z` })),
}

const groupsOfContact: Listed = {
  order: 'name',
  create: async (label, ids, world) => {
    const { GroupId } = await world.post('/api/groups/0', { Name: label })
    await world.post(`/api/groups/${GroupId}/members`, { ContactIds: [Number(ids.get('contactid'))] })
  },
}

const createMembershipType = async (world: World, label: string): Promise<[number, number]> => {
  const { MembershipTypeId } = await world.post('/api/membershiptypes/0', {
    Name: label,
    TermKindId: 1,
    TermMonths: 12,
  })
  const url = `/api/membershiptypes/${MembershipTypeId}/levels/0`
  const { MembershipLevelId } = await world.post(url, { Name: label, Price: 0, TermMonths: 12 })
  return [Number(MembershipTypeId), Number(MembershipLevelId)]
}

/** Memberships of types with the labels, which begin on the days of the labels in the next year. */
const terms: Listed = {
  order: 'descending',
  create: async (label, ids, world) => {
    const [type, level] = await createMembershipType(world, label)
    await world.post('/api/memberships/0', {
      ContactId: Number(ids.get('contactid')),
      MembershipTypeId: type,
      LevelId: level,
      StartDate: dayOf(label).replace(/^\d+/, `${new Date().getUTCFullYear() + 1}`),
    })
  },
}

const roleTypes = numbered('saveContactRoleType')

const UNMATCHED_LIST: Listed = {
  order: 'newest',
  create: async (label, _, world) => {
    await hidePerson(world, await createPerson(world, label, { forceSave: true }))
  },
}

export const walks: AreaWalks = {
  lists: {
    listContacts: persons,
    queryContacts: persons,
    listUnmatchedPeople: UNMATCHED_LIST,
    listContactChanges: { ...persons, order: 'oldest', query: '?modifiedSince=2000-01-01T00:00:00Z&top=1000' },
    lookupContactValues: { ...roleTypes, words: { list: 'roles' } },
    checkDuplicates: duplicates,
    getOrganizationGroups: groupsOfContact,
    listTags: tagged,
    listContactTags: tagged,
    listCategoryLists: byName('saveCategoryList'),
    listContactCategories: categoryList,
    listContactRoleTypes: roleTypes,
    listContactDesignations: numbered('saveContactDesignation', 'Code'),
    listContactActivities: activities,
    listContactCommunications: communicationList,
    listCertifications: byName('saveCertification'),
    listContactCertifications: certificationList,
    listContactRelationships: {
      order: 'name',
      create: bySave('saveContactRelationship', async (label, _, world) => ({
        OtherContactId: await createPerson(world, label),
        ContactRelationshipTypeId: await sharedRecord(world, 'contactrelationshiptypeid'),
      })),
    },
    listContactActsFor: relatedTo('ReverseName'),
    listContactActedForBy: relatedTo('Name'),
    listContactRoles: {
      order: 'firstLast',
      create: bySave('saveContactRole', async (label, _, world) => ({
        OrganizationContactId: await createOrganization(world, label),
        RoleStartDate: '2020-01-01',
        RoleEndDate: label === FIRST ? '2021-01-01' : null,
      })),
    },
    listAssignedContacts: {
      order: 'name',
      create: bySave('saveAssignedContact', async (label, _, world) => ({
        StaffContactId: Number(await world.staff(await createPerson(world, label))),
      })),
    },
    listContactRecords: {
      order: 'descending',
      create: bySave('saveContactRecord', (label) => ({ Name: label, StartDate: dayOf(label) })),
    },
    listAddressesOfContact: addresses,
    listContactAddresses: addresses,
    listEmailsOfContact: emails,
    listPrimaryContactEmails: emails,
    listPhonesOfContact: phones,
    listWebsitesOfContact: websites,
    listContactWebsites: websites,
    listOrganizationMemberships: terms,
    getOrganizationGeneral: 'is one organization; the lists in it have operations of their own',
    getUnmatchedPerson: 'has the candidates of one person; the tests of candidates check their order',
    previewUnmatchedMatches: 'processes people by their ids; its tests check what it returns',
    listContactDuplicates: 'returns what checkDuplicates returns for the same contact',
  },
}
