import type { TenantSeed } from '#kernel/tenancy/provision'

const ROLE_TYPES = [
  'Owner',
  'Board member',
  'Director',
  'Manager',
  'Employee',
  'Representative',
  'Billing contact',
  'Assistant',
]

/** Roles whose contacts can act for the organization in a new tenant. */
const ACTING_ROLES = ['Owner', 'Representative']

/** BusinessContact and IndividualContact. */
const CATEGORY_LISTS = [
  {
    typeId: 1,
    name: 'Industry',
    isMemberEditable: false,
    items: [
      'Agriculture',
      'Construction',
      'Education',
      'Finance',
      'Health',
      'Hospitality',
      'Information technology',
      'Manufacturing',
      'Non-profit',
      'Professional services',
      'Real estate',
      'Retail',
      'Transport',
    ],
  },
  {
    typeId: 2,
    name: 'Interests',
    isMemberEditable: true,
    items: ['Advocacy', 'Education', 'Events', 'Mentoring', 'Networking', 'Volunteering'],
  },
]

const INDIVIDUAL = 1
const ORGANIZATION = 2
const STAFF = 3

/** `name` is what the other side is to the contact, `reverseName` what the contact is to the other side. */
const RELATIONSHIP_TYPES = [
  { systemTypeId: INDIVIDUAL, fromSystemTypeId: INDIVIDUAL, name: 'Parent', reverseName: 'Child', purpose: 'family' },
  { systemTypeId: INDIVIDUAL, fromSystemTypeId: INDIVIDUAL, name: 'Spouse', reverseName: 'Spouse', purpose: 'family' },
  {
    systemTypeId: INDIVIDUAL,
    fromSystemTypeId: INDIVIDUAL,
    name: 'Sibling',
    reverseName: 'Sibling',
    purpose: 'family',
  },
  {
    systemTypeId: ORGANIZATION,
    fromSystemTypeId: INDIVIDUAL,
    name: 'Employer',
    reverseName: 'Employee',
    purpose: null,
  },
  {
    systemTypeId: INDIVIDUAL,
    fromSystemTypeId: INDIVIDUAL,
    name: 'Supervisor',
    reverseName: 'Direct report',
    purpose: null,
  },
  {
    systemTypeId: INDIVIDUAL,
    fromSystemTypeId: INDIVIDUAL,
    name: 'Volunteer coordinator',
    reverseName: 'Volunteer',
    purpose: null,
  },
  { systemTypeId: STAFF, fromSystemTypeId: null, name: 'Account manager', reverseName: 'Account', purpose: 'staff' },
  {
    systemTypeId: ORGANIZATION,
    fromSystemTypeId: ORGANIZATION,
    name: 'Parent organization',
    reverseName: 'Child organization',
    purpose: 'hierarchy',
  },
]

/** Creates the role types, categories and relationship types of a new tenant. */
export const seedContacts: TenantSeed = async (tx, tenantId) => {
  await tx.contactRoleType.createMany({
    data: ROLE_TYPES.map((name, displayOrder) => ({
      tenantId,
      name,
      displayOrder,
      inheritsRights: ACTING_ROLES.includes(name),
    })),
  })
  await tx.contactRelationshipType.createMany({
    data: RELATIONSHIP_TYPES.map((type) => ({ tenantId, isSystem: true, ...type })),
  })
  for (const { items, ...list } of CATEGORY_LISTS) {
    const { id: listId } = await tx.categoryList.create({ data: { tenantId, ...list } })
    await tx.categoryItem.createMany({
      data: items.map((name, displayOrder) => ({ tenantId, listId, name, displayOrder })),
    })
  }
}
