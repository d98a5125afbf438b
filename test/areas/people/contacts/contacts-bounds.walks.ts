import type { JsonObject } from '#kernel/contract/json'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { COMMAND, IGNORED, idIn, REPLACED, VALUES } from '#test/support/walks/growing'
import { shared } from '#test/support/walks/lists/listed'
import type { World } from '#test/support/walks/world'

const person = async (one: World) => `/api/contacts/person/${await one.person()}`

const organization = async (one: World) => `/api/contacts/org/${await one.organization()}`

const addPart = (path: string, body: () => JsonObject) => (one: World, url: string) =>
  one.caller.post(`/api/contacts/${idIn(url)}/${path}/0`, body())

const email = (index: number | string) => ({ Kind: 'email', Value: `bound${index}@walk.example` })

const INFO_PARTS = [
  addPart('emails', () => ({ EmailAddress: 'one-more@walk.example' })),
  addPart('phones', () => ({ PhoneNumber: '+1 212 555 0199' })),
  addPart('websites', () => ({ Url: 'https://one-more.example' })),
]

const address = (index: number): JsonObject => ({ Address1: `${index} Bound Street`, City: 'Walk' })

const addAddress = addPart('addresses', () => address(9999))

const organizationRead = (url: string) => url.replace('/org/', '/OrgGeneral/')

const commonOrganization = (one: World): Promise<number> =>
  shared(one, 'organization', () => one.organization().then(Number))

const hierarchyType = async ({ server, caller }: World): Promise<number> => {
  const where = { tenantId: caller.tenant.id, purpose: 'hierarchy' }
  return (await server.database.system.contactRelationshipType.findFirstOrThrow({ where })).id
}

export const walks: AreaWalks = {
  bounds: {
    'savePerson ContactList': { record: person, item: (_, index) => email(index), others: INFO_PARTS },
    'savePerson Addresses': { record: person, item: (_, index) => address(index), others: [addAddress] },
    'savePerson OrganizationsAndRoles': {
      record: person,
      item: async (one, index) => ({ OrganizationContactId: await commonOrganization(one), Title: `Role ${index}` }),
      others: [
        async (one, url) =>
          one.caller.post(`/api/contacts/${idIn(url)}/roles/0`, {
            OrganizationContactId: await commonOrganization(one),
          }),
        async (one, url) =>
          one.caller.post(`/api/contacts/${await commonOrganization(one)}/roles/0`, { ContactId: Number(idIn(url)) }),
      ],
    },
    'savePerson ContactDesignations': {
      record: person,
      item: (_, index) => ({ Code: `D${index}` }),
      others: [addPart('designations', () => ({ Code: 'MORE' }))],
    },
    'savePerson CustomFields': VALUES,
    'saveOrganization CustomFields': VALUES,
    'saveOrganization ContactInfos': {
      record: organization,
      read: organizationRead,
      item: (_, index) => email(index),
      others: INFO_PARTS,
    },
    'saveOrganization Addresses': {
      record: organization,
      read: (url) => `/api/contacts/${idIn(url)}/addresses`,
      item: (_, index) => address(index),
      others: [addAddress],
    },
    'saveOrganization ParentOrganizations': {
      record: organization,
      read: organizationRead,
      item: async (one) => ({ ContactId: Number(await one.organization()) }),
      others: [
        async (one, url) =>
          one.caller.post(`/api/contacts/${idIn(url)}/relationships/0`, {
            OtherContactId: Number(await one.organization()),
            ContactRelationshipTypeId: await hierarchyType(one),
          }),
        async (one, url) =>
          one.caller.post(`/api/contacts/${await one.organization()}/relationships/0`, {
            OtherContactId: Number(idIn(url)),
            ContactRelationshipTypeId: await hierarchyType(one),
            IsReverse: true,
          }),
      ],
    },
    'checkDuplicates EmailAddresses': COMMAND,
    'mergeContacts EndMembershipIds': COMMAND,
    'saveCategoryList Items': IGNORED,
    'saveContactCommunication FileIds': REPLACED,
  },
}
