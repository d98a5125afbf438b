import { upload } from '#test/support/integration/files'
import { proposal } from '../recipes.ts'
import type { Ids, World } from '../world.ts'
import {
  byName,
  bySave,
  createPerson,
  dayOf,
  type Label,
  type Listed,
  NUMBERS,
  numbered,
  SECOND,
  shared,
  sharedRecord,
} from './listed.ts'

const milestone = (list: 'milestones' | 'template/milestones', parent: string): Listed => ({
  order: 'oldest',
  create: (label, ids, world) =>
    world.post(`/api/task/${list}/addedit`, { [parent]: Number(ids.get(parent.toLowerCase())), Name: label }),
})

const tasks: Listed = {
  order: 'ascending',
  create: bySave('saveTask', (label, ids) => ({
    Name: label,
    ProjectId: ids.get('projectid') ?? null,
    DueDate: dayOf(label),
    StartDate: null,
  })),
}

/** Tasks of this month, since the list begins with it. */
const calendarTasks: Listed = {
  order: 'ascending',
  create: bySave('saveTask', (label) => {
    const day = `${new Date().toISOString().slice(0, 7)}-${String(NUMBERS[label] / 2).padStart(2, '0')}`
    return { Name: label, StartDate: day, DueDate: null }
  }),
}

const items: Listed = {
  order: 'ascending',
  create: bySave('saveCalendarItem', (label) => ({
    Title: label,
    Start: `${dayOf(label)}T18:00:00`,
    End: `${dayOf(label)}T19:00:00`,
    RecurrenceRule: undefined,
  })),
}

const chapters = byName('saveChapter', 'ChapterName')

/** Chapters with a primary group, as memberships need it. */
const chaptersWithGroup: Listed = {
  order: 'name',
  create: bySave('saveChapter', async (label, _, world) => {
    const { GroupId } = await world.post('/api/groups/0', { Name: `Members ${world.next()}` })
    return { ChapterName: label, PrimaryGroupId: Number(GroupId) }
  }),
}

const childChapters: Listed = {
  order: 'name',
  create: bySave('saveChapter', async (label, _, world) => {
    const parent = await sharedRecord(world, 'chapterid')
    const { OrganizationContactId } = await world.get(`/api/chapters/${parent}`)
    return { ChapterName: label, ParentOrganizationId: Number(OrganizationContactId) }
  }),
}

const chaptersOfContact: Listed = {
  order: 'secondFirst',
  create: async (label, ids, world) => {
    const made = await chapters.create(label, ids, world)
    const ChapterId = (made as { ChapterId: number }).ChapterId
    const ContactId = Number(ids.get('contactid'))
    await world.post('/api/chapters/contactchapter', { ContactId, ChapterId, MarkAsPrimary: label === SECOND })
  },
}

/** Contacts of a chapter that uses the directory. */
const directoryListings: Listed = {
  order: 'name',
  create: async (label, ids, world) => {
    const ChapterId = await shared(world, 'chapter', async () => {
      const made = await bySave('saveChapter', () => ({ DirectoryId: Number(ids.get('directoryid')) }))(
        label,
        new Map(),
        world,
      )
      return (made as { ChapterId: number }).ChapterId
    })
    await world.post('/api/chapters/contactchapter', { ContactId: await createPerson(world, label), ChapterId })
  },
}

/** The second one is the calendar of the chapter. */
const calendarsForChapter: Listed = {
  order: 'secondFirst',
  create: async (label, ids, world) => {
    const { CalendarId } = await world.post('/api/calendars/0', { Name: label })
    if (label !== SECOND) return
    const url = `/api/chapters/${ids.get('chapterid')}/true`
    await world.post(url, { PrimaryCalenderId: Number(CalendarId) })
  },
}

/** Each step is saved without a previous one, and so becomes the first. */
const steps: Listed = {
  order: 'newest',
  create: (label, ids, world) =>
    world.post(`/api/workflows/workflowstep/${ids.get('workflowid')}/0`, {
      PreviousStepId: null,
      SystemStepTypeId: '8',
      AddTagOptions: { Tags: [label] },
    }),
}

interface Run {
  workflowId: number
  contactId: number
  rotation: number
  stepId: number | null
  dueAt: Date | null
  /** Only an active run is the latest of its contact, if absent. */
  isLatest?: boolean
}

/** A run of a workflow, which only its engine creates. */
const createRun = ({ server, caller }: World, run: Run) => {
  const now = new Date()
  const isActive = run.dueAt !== null
  const state = { state: isActive ? 'active' : 'completed', isLatest: isActive, isWaiting: isActive }
  const times = { enteredAt: now, arrivedAt: now, endedAt: isActive ? null : now }
  return server.database.system.workflowRun.create({
    data: { tenantId: caller.tenant.id, sourceIds: [], ...state, ...times, ...run },
  })
}

const pendingContacts: Listed = {
  order: 'ascending',
  create: async (label, ids, world) =>
    createRun(world, {
      workflowId: Number(ids.get('workflowid')),
      contactId: await createPerson(world, label),
      rotation: 1,
      stepId: Number(ids.get('workflowstepid')),
      dueAt: new Date(Date.now() + NUMBERS[label] * 86_400_000),
    }),
}

const runsOfContact: Listed = {
  order: 'newest',
  create: async (_, ids, world) => {
    const rotation = world.next()
    const workflowId = Number(ids.get('workflowid'))
    const contactId = Number(ids.get('contactid'))
    await createRun(world, { workflowId, contactId, rotation, stepId: null, dueAt: null })
    return `"Rotation":${rotation},`
  },
}

/** A mail, which only jobs create. */
const createMail = async (label: Label, _: Ids, { server, caller }: World) => {
  const toAddress = `${label}@walk.example`
  const mail = { key: label, templateKey: 'membership-joined', toAddress, addressKey: toAddress, status: 'failed' }
  await server.database.system.mailMessage.create({ data: { tenantId: caller.tenant.id, ...mail } })
}

/** An attempt to deliver, which only the worker makes. */
const createAttempt = async (label: Label, ids: Ids, { server, caller }: World) => {
  const { system } = server.database
  const webhookId = Number(ids.get('webhookid'))
  const now = new Date()
  const of = { tenantId: caller.tenant.id, webhookId }
  const delivery = { kind: 'group.created', occurredAt: now, dueAt: now, body: '{}', status: 'failed' }
  const { id: deliveryId } = await system.webhookDelivery.create({ data: { ...of, ...delivery } })
  const attempt = { deliveryId, at: now, durationMs: 1, isSuccess: false, error: label }
  await system.webhookAttempt.create({ data: { ...of, ...attempt } })
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

const gateways: Listed = {
  order: 'secondFirst',
  create: bySave('savePaymentGateway', (label) => ({ Name: label, IsDefault: label === SECOND })),
}

const fields = numbered('saveCustomField', 'DisplayName')
const contactsOfWorkflow: Listed = {
  order: 'oldest',
  create: async (label, ids, world) => {
    const workflowId = Number(ids.get('workflowid'))
    const contactId = await createPerson(world, label)
    await createRun(world, { workflowId, contactId, rotation: 1, stepId: null, dueAt: null, isLatest: true })
  },
}

const workflows = byName('saveWorkflow')
const taskTypes = byName('saveTaskType')
const milestones = milestone('milestones', 'ProjectId')
const calendars = byName('saveCalendar')

const memberLogins: Listed = {
  order: 'name',
  create: bySave('saveMemberLogin', async (label, _, world) => ({
    ContactId: await createPerson(world, label, { FirstName: null }),
    EmailAddress: `${world.next()}@walk.example`,
  })),
}

/** Rows of lists about chapters, work, money and integration. */
export const OTHER_LISTS: Record<string, Listed> = {
  listMemberLogins: memberLogins,
  listChapters: chapters,
  lookupChapters: chapters,
  lookupChapterContacts: chapters,
  lookupParentChapters: chapters,
  lookupMembershipChapters: chaptersWithGroup,
  lookupMembershipChapterContacts: chaptersWithGroup,
  lookupChildChapterIds: childChapters,
  lookupChildChapters: childChapters,
  lookupMembershipTypeOptionChapters: childChapters,
  lookupContactChapters: chaptersOfContact,
  listDirectories: byName('saveDirectory'),
  listDirectoryListings: directoryListings,
  listDirectoryListingTypes: byName('saveDirectoryListingType'),
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
  listWorkflows: workflows,
  searchWorkflows: workflows,
  lookupWorkflowSteps: steps,
  getWorkflowStepBoard: steps,
  getWorkflowPendingStep: pendingContacts,
  getWorkflowContact: runsOfContact,
  listWorkflowContacts: contactsOfWorkflow,
  listTaskTypes: taskTypes,
  lookupTaskTypes: taskTypes,
  lookupTasks: {
    order: 'name',
    create: (label, ids, world) =>
      world.post('/api/task/items/0', { Name: label, ProjectId: ids.get('projectid') ?? '' }),
  },
  listTasks: tasks,
  searchTasks: tasks,
  listProjectTasks: tasks,
  searchProjectTasks: tasks,
  listCalendarTasks: calendarTasks,
  searchCalendarTasks: calendarTasks,
  listMilestones: milestones,
  lookupMilestones: milestones,
  lookupTemplateMilestones: milestone('template/milestones', 'ProjectTemplateId'),
  listProjects: byName('saveProject'),
  listProjectTypes: byName('saveProjectType'),
  listProjectTemplates: byName('saveProjectTemplate'),
  listCalendars: calendars,
  lookupCalendars: calendars,
  lookupChapterCalendars: calendarsForChapter,
  listCalendarItems: items,
  listCalendarSubmissions: { order: 'newest', create: (label, _, world) => proposal(world, label) },
  listCalendarOccurrences: { ...items, query: '?From=2026-01-01&To=2026-02-01' },
  listMailTemplates: byName('saveMailTemplate'),
  listMailMessages: { order: 'newest', create: createMail },
  listMailSuppressions: {
    order: 'newest',
    create: bySave('addMailSuppression', (label) => ({ Address: `${label}@walk.example` })),
  },
  listPaymentGateways: gateways,
  listApiKeys: byName('saveApiKey', 'ApplicationName'),
  listOAuthClients: byName('saveOAuthClient', 'ApplicationName'),
  listFiles: { order: 'newest', create: (label, _, world) => upload(world.caller, `${label}.txt`, label) },
  listWebhooks: byName('saveWebhook', 'Description'),
  listWebhookAttempts: { order: 'newest', create: createAttempt },
}
