import { list, type OfferedKind, type OfferedRecord } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import type { World } from '#test/support/walks/world'
import {
  addUnmatchedPerson,
  deletePart,
  fill,
  inOrganization,
  number,
  partActions,
  viewPart,
} from './contacts-records.ts'

const TO_INDIVIDUALS = (world: World) => ({
  SystemRelationshipTypeId: '1',
  FromSystemContactTypeId: null,
  Name: `Mentor ${world.next()}`,
  ReverseName: `Mentee ${world.next()}`,
})

/** A relationship with another contact, which can be in another chapter. */
const related = async (world: World, purpose: 'relationships' | 'assignedcontacts'): Promise<OfferedRecord> => {
  const contactId = number(await world.organization())
  const isStaff = purpose === 'assignedcontacts'
  const other = number(isStaff ? await world.staff() : await world.person())
  const types = (await world.caller.get('/api/contactrelationshiptypes/lookup/staff')).json()
  const ContactRelationshipTypeId = isStaff
    ? types[0].Id
    : (await world.post('/api/contactrelationshiptypes/0', TO_INDIVIDUALS(world))).ContactRelationshipTypeId
  const body = { ...(isStaff ? { StaffContactId: other } : { OtherContactId: other }), ContactRelationshipTypeId }
  const ContactRelationshipId = await fill(world, contactId, `${purpose}/0`, body, 'ContactRelationshipId')
  return {
    ids: { contactId, ContactRelationshipId, ContactRelationshipTypeId: number(ContactRelationshipTypeId), other },
    contacts: [contactId, other],
  }
}

const relationships: OfferedKind = {
  name: 'relationship',
  shapes: ['RelatedContact', 'ContactRelationshipEdit'],
  area: 'contacts',
  contacts: 'two',
  reads: [
    inOrganization('RelatedIndividuals', 'ContactRelationshipId'),
    list(
      'listContactRelationships',
      ({ contactId }) => `/api/contacts/${contactId}/relationships`,
      'ContactRelationshipId',
    ),
  ],
  states: { saved: (world) => related(world, 'relationships') },
  actions: {
    ...partActions('relationships', 'ContactRelationshipId', {}),
    edit: ({ contactId, ContactRelationshipId, ContactRelationshipTypeId, other }) => ({
      method: 'POST',
      url: `/api/contacts/${contactId}/relationships/${ContactRelationshipId}`,
      body: { OtherContactId: other, ContactRelationshipTypeId },
      version: 'AuditId',
    }),
  },
}

const assignments: OfferedKind = {
  name: 'assigned member of staff',
  shapes: ['AssignedContact'],
  area: 'contacts',
  contacts: 'two',
  reads: [
    inOrganization('AssignedContacts', 'ContactRelationshipId'),
    list(
      'listAssignedContacts',
      ({ contactId }) => `/api/contacts/${contactId}/assignedcontacts`,
      'ContactRelationshipId',
    ),
  ],
  states: { saved: (world) => related(world, 'assignedcontacts') },
  actions: {
    ...partActions('assignedcontacts', 'ContactRelationshipId', {}),
    edit: ({ contactId, ContactRelationshipId, ContactRelationshipTypeId, other }) => ({
      method: 'POST',
      url: `/api/contacts/${contactId}/assignedcontacts/${ContactRelationshipId}`,
      body: { StaffContactId: other, ContactRelationshipTypeId },
      version: 'AuditId',
    }),
  },
}

const roles: OfferedKind = {
  name: 'person of an organization',
  shapes: ['OrganizationContact'],
  area: 'contacts',
  contacts: 'two',
  reads: [inOrganization('Contacts', 'ContactRoleId')],
  states: {
    saved: async (world) => {
      const contactId = number(await world.organization())
      const person = number(await world.person())
      const ContactRoleId = await fill(world, person, 'roles/0', { OrganizationContactId: contactId }, 'ContactRoleId')
      return { ids: { contactId, person, ContactRoleId }, contacts: [contactId, person] }
    },
  },
  actions: {
    view: ({ person }) => ({ method: 'GET', url: `/api/contacts/${person}/roles` }),
    edit: ({ person, ContactRoleId }) => ({
      method: 'POST',
      url: `/api/contacts/${person}/roles/${ContactRoleId}`,
      body: { Title: 'Director' },
      version: 'ContactRoleAuditId',
    }),
    delete: ({ person, ContactRoleId }) => ({
      method: 'DELETE',
      url: `/api/contacts/${person}/roles/${ContactRoleId}`,
    }),
  },
}

const categories: OfferedKind = {
  name: 'category of a contact',
  shapes: ['Category'],
  area: 'contacts',
  contacts: 'one',
  reads: [
    inOrganization('Categories', 'CategoryItemId'),
    list('listContactCategories', ({ contactId }) => `/api/contacts/${contactId}/categories`, 'CategoryItemId'),
  ],
  states: {
    assigned: async (world) => {
      const contactId = number(await world.organization())
      const lists = await world.post('/api/contacts/categorylists/0', {
        CategoryTypeId: 3,
        Name: `Trade ${world.next()}`,
      })
      const url = `/api/contacts/categorylists/${lists.CategoryListId}/items/0`
      const CategoryItemId = number((await world.post(url, { Name: 'Printing' })).CategoryItemId)
      await world.post(`/api/contacts/${contactId}/categories/${CategoryItemId}`)
      return { ids: { contactId, CategoryItemId }, contacts: [contactId] }
    },
  },
  actions: { view: viewPart('categories'), delete: deletePart('categories', 'CategoryItemId') },
}

/** People that match no contact yet. */
const unmatchedPeople: OfferedKind = {
  name: 'person that matches no contact',
  shapes: ['UnmatchedPerson'],
  area: 'contacts',
  reads: [
    list('listUnmatchedPeople', ({ id }) => `/api/contacts/unmatched?Filter=ContactId eq ${id}`, 'ContactId', 'id'),
    {
      operation: 'getUnmatchedPerson',
      url: ({ id }) => `/api/contacts/unmatched/${id}`,
      row: ({ Person }: { Person: Record<string, string> }) => Person,
    },
  ],
  states: { open: async (world) => ({ ids: { id: Number(await addUnmatchedPerson(world)) } }) },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/contacts/unmatched/${id}` }),
    match: ({ id }) => ({
      method: 'POST',
      url: `/api/contacts/unmatched/${id}/match`,
      body: { MatchType: 'New', ForceSave: true },
      version: 'AuditId',
    }),
  },
}

export const walks: AreaWalks = {
  actions: [relationships, assignments, roles, categories, unmatchedPeople],
}
