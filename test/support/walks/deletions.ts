import type { Json, JsonObject } from '#kernel/contract/json'
import { LOCATION_DELETIONS } from './location-deletions.ts'
import type { World } from './world.ts'

/** Ids of records by path parameter, in lower case. */
export type RecordIds = Record<string, Json | undefined>

/** A record that others refer to. */
export interface Referenced {
  ids: RecordIds
  /** The fields that contain its id. */
  field: RegExp
  /** Records that refer to it, besides the shared ones. */
  records?: RecordIds[]
}

export interface Deletion {
  operation: string
  /** Which of several kinds of record the operation deletes. */
  kind?: string
  /** Creates a record that has the mark in its names, and records that refer to it. */
  create(mark: string, shared: Shared): Promise<Referenced>
  /** Reads that show the record before, at least. */
  shownBy: string[]
  /** The read of the first of its own records, if the deletion changes a field of that record, and so its version. */
  changes?: string
  /** Reads that still show it afterwards, with the reason. */
  keptBy?: Record<string, string>
}

/** Records that refer to the records of all deletions. */
export interface Shared {
  world: World
  person: string
  organization: string
  group: number
  project: number
}

export const createShared = async (world: World): Promise<Shared> => {
  const { GroupId } = await world.post('/api/groups/0', { Name: 'Choir' })
  const { ProjectId } = await world.post('/api/projects/0', { Name: 'Fair' })
  const person = await world.person()
  const organization = await world.organization()
  await world.post('/api/ledgersettings/settings/ledgerinstall', {})
  await world.good(world.caller.get('/api/ledgersettings/settings/connect/ledgeronline'), 'connectLedger')
  return { world, person, organization, group: Number(GroupId), project: Number(ProjectId) }
}

/** Changes a record whose version is in the refusal of another one. */
const change = async (world: World, url: string, body: object): Promise<JsonObject> => {
  const refused = await world.caller.post(url, { AuditId: 2_000_000 })
  return world.post(url, { AuditId: refused.json().AuditId, ...body })
}

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

/** A custom field for texts, and a value of it. */
const createField = async (world: World, mark: string, ObjectTypeId: string, more: object = {}) => {
  const field = { ObjectTypeId, Name: mark, DisplayName: mark, CustomFieldDataTypeId: '1', ...more }
  const { CustomFieldId } = await world.post('/api/customfields/0', field)
  const referenced = { ids: { customfieldid: CustomFieldId }, field: /CustomFieldIds?$/ }
  return { CustomFieldId, referenced, CustomFields: [{ CustomFieldId, Value: mark }] }
}

/** The ids of a task in paths. Its references are ids as text. */
const createTask = async ({ world, person, project }: Shared, body: Record<string, Json | undefined>) => {
  const references = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
  const parents = { ProjectId: String(project), ContactId: person }
  const { TaskItemId } = await world.post('/api/task/items/0', { Name: 'Offers', ...parents, ...references })
  return { taskitemid: TaskItemId, projectid: project, contactid: person }
}

/** A step of an inactive workflow. */
const createStep = async (world: World, type: number, options: object, workflow?: Json): Promise<RecordIds> => {
  const workflowid = workflow ?? (await world.idsFor(':workflowid')).get('workflowid')
  const step = { PreviousStepId: null, SystemStepTypeId: String(type), ...options }
  const { WorkflowStepId } = await world.post(`/api/workflows/workflowstep/${workflowid}/0`, step)
  return { workflowid, workflowstepid: WorkflowStepId }
}
const [SEND_EMAIL, ADD_TO_LIST, ADD_TAG, BRANCH, GOTO] = [3, 5, 8, 9, 10]
const BY_AUTHOR = { getWorkflowStep: 'the author of the step has to see the id that does not exist' }

const CATEGORY = [
  'listContacts',
  'queryContacts',
  'listContactCategories',
  'getOrganizationGeneral',
  'listGroups',
  'getGroup',
  'listCategoryLists',
]

const CUSTOM_FIELDS: readonly Deletion[] = [
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
]

const WORK: readonly Deletion[] = [
  {
    operation: 'deleteMilestone',
    create: async (mark, shared) => {
      const named = { ProjectId: shared.project, Name: mark }
      const { ProjectMilestoneId } = await shared.world.post('/api/task/milestones/addedit', named)
      const task = await createTask(shared, { ProjectMilestoneId })
      return { ids: { projectmilestoneid: ProjectMilestoneId }, field: /^ProjectMilestoneId$/, records: [task] }
    },
    shownBy: ['getProject', 'listMilestones', 'lookupMilestones', 'getTask'],
    changes: 'getTask',
  },
  {
    operation: 'deleteTemplateMilestone',
    create: async (mark, { world }) => {
      const parts = { Milestones: [{ Name: mark }], Tasks: [{ Name: 'Offers', MilestoneName: mark }] }
      const made = await world.post('/api/projecttemplates/0', { Name: 'Fair', ...parts })
      const [milestone] = [made.Milestones ?? []].flat() as JsonObject[]
      const ids = { projecttemplatemilestoneid: milestone?.ProjectTemplateMilestoneId }
      return { ids, field: /^ProjectTemplateMilestoneId$/, records: [{ projecttemplateid: made.ProjectTemplateId }] }
    },
    shownBy: ['getProjectTemplate', 'lookupTemplateMilestones'],
    changes: 'getProjectTemplate',
  },
  {
    operation: 'deleteTask',
    create: async (mark, shared) => {
      const ids = await createTask(shared, { Name: mark })
      const task = await createTask(shared, { DependentOnTaskId: ids.taskitemid })
      return { ids, field: /Task(Item)?Id$/, records: [task] }
    },
    shownBy: ['getTask', 'listTasks', 'searchTasks', 'lookupTasks'],
    changes: 'getTask',
  },
  {
    operation: 'deleteMailTemplate',
    create: async (mark, { world }) => {
      const { TemplateId } = await world.post('/api/mail/templates/0', { Name: mark, Subject: 'News', Html: 'News' })
      const step = await createStep(world, SEND_EMAIL, {
        EmailTemplateId: String(TemplateId),
        SendEmailStepOptions: { Subject: 'News' },
      })
      return { ids: { templateid: TemplateId }, field: /^Email(Designer)?TemplateId$|^TemplateId$/, records: [step] }
    },
    shownBy: ['listMailTemplates', 'getWorkflowStepBoard'],
    keptBy: BY_AUTHOR,
  },
  {
    operation: 'deleteWorkflowStep',
    create: async (mark, { world }) => {
      const { workflowid, workflowstepid } = await createStep(world, ADD_TAG, { AddTagOptions: { Tags: [mark] } })
      const goto = { SkipOrGotoStepOptions: { Action: 'goto', TargetStepId: workflowstepid } }
      const step = await createStep(world, GOTO, goto, workflowid)
      return { ids: { workflowid, workflowstepid }, field: /StepId$/, records: [step] }
    },
    shownBy: ['getWorkflowStepBoard', 'lookupWorkflowSteps'],
    changes: 'getWorkflowStep',
    keptBy: BY_AUTHOR,
  },
]

/** The deletions of records that others refer to, by a documented force or because references do not prevent them. */
export const DELETIONS: readonly Deletion[] = [
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
  {
    operation: 'deleteGroup',
    create: async (mark, { world, person, organization }) => {
      const { GroupId } = await world.post('/api/groups/0', { Name: mark })
      const ContactIds = [Number(person), Number(organization)]
      await world.post(`/api/groups/${GroupId}/members`, { ContactIds })
      const WorkflowSources = [{ GroupId: Number(GroupId) }]
      const { WorkflowId } = await world.post('/api/workflows/0', {
        Name: 'Welcome',
        SystemScheduleTypeId: '1',
        WorkflowSources,
      })
      const step = await createStep(world, ADD_TO_LIST, { AddToListOptions: { GroupIds: [GroupId] } }, WorkflowId)
      return { ids: { groupid: GroupId }, field: /GroupIds?$/, records: [step] }
    },
    shownBy: ['listGroups', 'listContactGroups', 'getOrganizationGroups', 'lookupContactValues', 'getWorkflow'],
    keptBy: BY_AUTHOR,
  },
  ...CUSTOM_FIELDS,
  ...LOCATION_DELETIONS,
  ...WORK,
]
