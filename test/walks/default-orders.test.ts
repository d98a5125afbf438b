import { afterAll, describe, expect, it, test } from 'vitest'
import { exampleOf, operationOf, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { type Body, RECIPES } from '#test/support/walks/recipes'
import { fill, type Ids, openWalk } from '#test/support/walks/world'

const walk = await openWalk()
let world = await walk.world()
afterAll(() => walk.close())

/** Rows are created in this order, which is neither the order of the names nor its reverse. */
const LABELS = ['Mwalk', 'zwalk', 'Awalk'] as const
type Label = (typeof LABELS)[number]
const ORDERS = {
  name: ['Awalk', 'Mwalk', 'zwalk'],
  oldest: ['Mwalk', 'zwalk', 'Awalk'],
  newest: ['Awalk', 'zwalk', 'Mwalk'],
  /** By a number or a day that NUMBERS gives. */
  ascending: ['zwalk', 'Awalk', 'Mwalk'],
  descending: ['Mwalk', 'Awalk', 'zwalk'],
  lastFirst: ['Awalk', 'Mwalk', 'zwalk'],
} as const
const NUMBERS: Record<Label, number> = { Mwalk: 30, zwalk: 10, Awalk: 20 }
const dayOf = (label: Label) => `2026-01-${NUMBERS[label]}`

type Create = (label: Label, ids: Ids) => Promise<unknown>
interface Listed {
  order: keyof typeof ORDERS
  create: Create
}

/** Creates a row by a save, with the label in one of its fields. */
const bySave =
  (save: string, body: (label: Label, ids: Ids) => Body | Promise<Body>): Create =>
  async (label, ids) => {
    const operation = operationOf(save)
    const names = pathNames(operation.url)
      .map((name) => name.toLowerCase())
      .filter((name) => name !== 'forcesave')
    const own = /:\w+(\/:forcesave)?$/i.test(operation.url) ? names.at(-1) : undefined
    const url = fill(operation.url, new Map([...ids, ...(own ? [[own, '0'] as const] : [])]))
    const made = { save, id: '', body: async () => ({ ...(await recipeBody(save, ids)), ...(await body(label, ids)) }) }
    return world.post(url, await world.bodyFor(made, ids))
  }

const recipeBody = async (save: string, ids: Ids): Promise<Body> => {
  const recipe = RECIPES.map(([, one]) => one).find((one) => typeof one === 'object' && one.save === save)
  return typeof recipe === 'object' && recipe.body ? recipe.body(world, ids) : {}
}

const byName = (save: string, field = 'Name', more: Body = {}): Listed => ({
  order: 'name',
  create: bySave(save, (label) => ({ ...more, [field]: label })),
})
const person = async (label: Label): Promise<number> => {
  const made = await world.post('/api/contacts/person/0', { FirstName: 'Ann', LastName: label })
  return Number(made.ContactId)
}
const milestone = (list: 'milestones' | 'template/milestones', parent: string): Listed => ({
  order: 'oldest',
  create: (label, ids) =>
    world.post(`/api/task/${list}/addedit`, { [parent]: Number(ids.get(parent.toLowerCase())), Name: label }),
})
const tagged: Listed = {
  order: 'name',
  create: async (label, ids) => {
    const contactId = ids.get('contactid') ?? (await world.person())
    await world.post(`/api/contacts/${contactId}/tags`, { Name: label })
  },
}
/** The last one is made primary. */
const primaryLast = (save: string, part: string, id: string, body: (label: Label) => Body): Listed => ({
  order: 'lastFirst',
  create: async (label, ids) => {
    const contactId = ids.get('contactid')
    const made = await world.post(`/api/contacts/${contactId}/${part}/0`, {
      ...exampleOf(operationOf(save)),
      ...body(label),
    })
    if (label === 'Awalk') await world.post(`/api/contacts/${contactId}/${part}/${made[id]}/primary`)
  },
})
const emails = primaryLast('saveContactEmail', 'emails', 'EmailAddressId', (label) => ({
  EmailAddress: `${label}@walk.example`,
}))
const websites = primaryLast('saveContactWebsite', 'websites', 'WebAddressId', (label) => ({
  Url: `https://walk.example/${label}`,
}))
const numbered = (save: string, field = 'Name', order = 'DisplayOrder'): Listed => ({
  order: 'ascending',
  create: bySave(save, (label) => ({ [field]: label, [order]: NUMBERS[label] })),
})

/** How the rows of a list are created, and the order that its description documents. */
const LISTS: Record<string, Listed> = {
  listContacts: { order: 'name', create: person },
  listGroups: byName('saveGroup'),
  listContactGroups: byName('saveGroup'),
  listGroupMembers: {
    order: 'name',
    create: async (label, ids) =>
      world.post(`/api/groups/${ids.get('groupid')}/members`, { ContactIds: [await person(label)] }),
  },
  listSignatures: byName('saveSignature'),
  listCurrentUserSignatures: byName('saveSignature'),
  lookupSignatures: byName('saveSignature'),
  listChapters: byName('saveChapter', 'ChapterName'),
  lookupChapters: byName('saveChapter', 'ChapterName'),
  lookupChapterContacts: byName('saveChapter', 'ChapterName'),
  lookupParentChapters: byName('saveChapter', 'ChapterName'),
  listDirectories: byName('saveDirectory'),
  listContactRelationshipTypes: byName('saveContactRelationshipType'),
  lookupIndividualRelationshipTypes: byName('saveContactRelationshipType'),
  listWorkflows: byName('saveWorkflow'),
  listTaskTypes: byName('saveTaskType'),
  lookupTaskTypes: byName('saveTaskType'),
  lookupTasks: {
    order: 'name',
    create: (label, ids) => world.post('/api/task/items/0', { Name: label, ProjectId: ids.get('projectid') ?? '' }),
  },
  listTasks: {
    order: 'ascending',
    create: bySave('saveTask', (label) => ({ Name: label, DueDate: dayOf(label), StartDate: null })),
  },
  listMilestones: milestone('milestones', 'ProjectId'),
  lookupMilestones: milestone('milestones', 'ProjectId'),
  lookupTemplateMilestones: milestone('template/milestones', 'ProjectTemplateId'),
  listCalendars: byName('saveCalendar'),
  lookupCalendars: byName('saveCalendar'),
  listCalendarItems: {
    order: 'ascending',
    create: bySave('saveCalendarItem', (label) => ({
      Title: label,
      Start: `${dayOf(label)}T18:00:00`,
      End: `${dayOf(label)}T19:00:00`,
      RecurrenceRule: undefined,
    })),
  },
  listProjects: byName('saveProject'),
  listProjectTypes: byName('saveProjectType'),
  listProjectTemplates: byName('saveProjectTemplate'),
  listMailTemplates: byName('saveMailTemplate'),
  listMailSuppressions: {
    order: 'newest',
    create: bySave('addMailSuppression', (label) => ({ Address: `${label}@walk.example` })),
  },
  listTags: tagged,
  listContactTags: tagged,
  listCategoryLists: byName('saveCategoryList'),
  listContactRoleTypes: numbered('saveContactRoleType'),
  listContactDesignations: numbered('saveContactDesignation', 'Code'),
  listContactActivities: {
    order: 'descending',
    create: bySave('saveContactActivity', (label) => ({
      Description: label,
      ActivityDate: `${dayOf(label)}T10:00:00Z`,
    })),
  },
  listCertifications: byName('saveCertification'),
  listContactCertifications: {
    order: 'name',
    create: async (label, ids) => {
      const { CertificationId } = await world.post('/api/contacts/certifications/0', { Name: label, RequiredAmount: 1 })
      await world.post(`/api/contacts/${ids.get('contactid')}/certifications/0`, {
        CertificationId: CertificationId ?? 0,
      })
    },
  },
  listContactRelationships: {
    order: 'name',
    create: bySave('saveContactRelationship', async (label) => ({
      OtherContactId: await person(label),
      ContactRelationshipTypeId: await oneType(),
    })),
  },
  listContactRecords: {
    order: 'descending',
    create: bySave('saveContactRecord', (label) => ({ Name: label, StartDate: dayOf(label) })),
  },
  listAddressesOfContact: { order: 'oldest', create: bySave('saveContactAddress', (label) => ({ Address1: label })) },
  listContactAddresses: { order: 'oldest', create: bySave('saveContactAddress', (label) => ({ Address1: label })) },
  listEmailsOfContact: emails,
  listWebsitesOfContact: websites,
  listContactWebsites: websites,
  listMembershipTypes: numbered('saveMembershipType'),
  lookupMembershipTypes: numbered('saveMembershipType'),
  listMembershipLevels: numbered('saveMembershipLevel'),
  lookupMembershipLevels: numbered('saveMembershipLevel'),
  lookupCustomFieldGroups: numbered('saveCustomFieldGroup', 'CustomFieldGroupName'),
  listCustomFields: numbered('saveCustomField', 'DisplayName'),
}

let typeId: number | undefined
const oneType = async (): Promise<number> => {
  typeId ??= Number((await world.idsFor(':contactrelationshiptypeid')).get('contactrelationshiptypeid'))
  return typeId
}

/** Lists that document an order and that this walk does not create rows for yet. The list may only shrink. */
const NOT_YET: readonly string[] = [
  'listPaymentGateways',
  'listApiKeys',
  'listOAuthClients',
  'listWebhooks',
  'listWebhookAttempts',
  'lookupMembershipChapterContacts',
  'lookupMembershipChapters',
  'lookupChildChapterIds',
  'lookupChildChapters',
  'lookupContactChapters',
  'lookupMembershipTypeOptionChapters',
  'lookupOrganizationRelationshipTypes',
  'lookupStaffRelationshipTypes',
  'listContactChanges',
  'lookupContactValues',
  'listOrganizationMemberships',
  'listPrimaryContactEmails',
  'listContactRoles',
  'listContactCommunications',
  'listContactCategories',
  'listAssignedContacts',
  'listContactActsFor',
  'listContactActedForBy',
  'listContactDuplicates',
  'lookupFormSections',
  'listDirectoryListings',
  'lookupMembershipStatuses',
  'lookupChapterCalendars',
  'listCalendarOccurrences',
  'listMailMessages',
  'listCalendarTasks',
  'lookupTaskPriorities',
  'listProjectTasks',
  'lookupWorkflowSteps',
  'listPhonesOfContact',
]

const DOCUMENTS_ORDER = /\b(ordered by|by name|first|latest|oldest|newest|in (the|their|its) order|in order)\b/i
const lists = servedOperations(walk.server.app).filter(({ method, operationId, schema }) => {
  return method === 'GET' && /^(list|lookup)/.test(operationId) && DOCUMENTS_ORDER.test(`${schema.description}`)
})

describe('a list without an order in the request comes in the documented order', () => {
  for (const operation of lists) {
    const listed = LISTS[operation.operationId]
    if (!listed) continue
    it(titleOf(operation), async () => {
      // Uses a new tenant, because lists of other tests contain the same labels.
      world = await walk.world()
      typeId = undefined
      const ids = await world.idsFor(operation.url)
      for (const label of LABELS) await listed.create(label, ids)
      const response = await world.caller.get(fill(operation.url, ids))
      // Addresses are returned in lower case.
      const body = response.body.toLowerCase()
      const positionOf = (label: Label) => body.indexOf(label.toLowerCase())
      const seen = LABELS.filter((label) => positionOf(label) >= 0)
      expect([response.statusCode, seen], response.body.slice(0, 300)).toEqual([200, LABELS])
      expect(seen.sort((a, b) => positionOf(a) - positionOf(b))).toEqual(ORDERS[listed.order])
    })
  }
})

test('knows every list that documents an order', () => {
  const unknown = lists.map(({ operationId }) => operationId).filter((id) => !(id in LISTS) && !NOT_YET.includes(id))
  expect(unknown).toEqual([])
  expect(NOT_YET.filter((id) => id in LISTS)).toEqual([])
  expect(Object.keys(LISTS).length).toBeGreaterThan(40)
})
