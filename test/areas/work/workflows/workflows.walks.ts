import type { AreaWalks } from '#test/support/walks/area-walks'
import { ADD_TAG, BY_AUTHOR, createStep, GOTO, RELATION, UNREFERENCED } from '#test/support/walks/deletions'
import { REPLACED } from '#test/support/walks/growing'
import { ROW_DAY, twoPeople } from '#test/support/walks/list-rows'
import { byName, createPerson, type Listed, NUMBERS } from '#test/support/walks/lists/listed'
import { KEPT } from '#test/support/walks/no-uses'
import { saved } from '#test/support/walks/recipes'
import { field, group, saveAt } from '#test/support/walks/shared-records'
import type { UsedRecords } from '#test/support/walks/used-records'
import type { World } from '#test/support/walks/world'

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

const contactsOfWorkflow: Listed = {
  order: 'oldest',
  create: async (label, ids, world) => {
    const workflowId = Number(ids.get('workflowid'))
    const contactId = await createPerson(world, label)
    await createRun(world, { workflowId, contactId, rotation: 1, stepId: null, dueAt: null, isLatest: true })
  },
}

const workflowList = byName('saveWorkflow')

/** A run that failed at a step, and one that completed as the second of its contact. */
const addRuns = async (world: World, [failed = 0, completed = 0]: number[], at: Date): Promise<void> => {
  const ids = await world.idsFor('/workflows/:workflowid/:workflowstepid')
  const workflowId = Number(ids.get('workflowid'))
  const stepId = Number(ids.get('workflowstepid'))
  const run = { tenantId: world.caller.tenant.id, workflowId, arrivedAt: at }
  const later = new Date(at.getTime() + 60_000)
  await world.server.database.system.workflowRun.createMany({
    data: [
      {
        ...run,
        contactId: failed,
        rotation: 1,
        state: 'failed',
        stepId,
        enteredAt: at,
        endedAt: at,
        endReason: 'Its template was deleted.',
      },
      { ...run, contactId: completed, rotation: 2, state: 'completed', enteredAt: later, endedAt: later },
    ],
  })
}

const addWorkflowRuns = async (world: World): Promise<void> => addRuns(world, await twoPeople(world), ROW_DAY)

const WAIT = { SystemStepTypeId: '1', WaitOptions: { Quantity: 3, Unit: 'days' } }

/** An active workflow with one step. */
const workflow = async (world: World, step: object, groupId?: number): Promise<void> => {
  const WorkflowSources = [{ GroupId: groupId ?? (await group(world)), IsAnti: false }]
  const body = { Name: 'Welcome', SystemScheduleTypeId: '1', WorkflowSources }
  const id = await saveAt(world, '/api/workflows/0', 'WorkflowId', body)
  await world.post(`/api/workflows/workflowstep/${id}/0`, { PreviousStepId: null, IsActive: true, ...step })
  await world.post(`/api/workflows/${id}/staus/update`, { AuditId: 1, IsActive: true })
}

const usedByWorkflows = (world: World): UsedRecords => ({
  'group <- active workflow': async () => {
    const id = await group(world)
    await workflow(world, WAIT, id)
    return `/api/groups/${id}`
  },
  'group <- active workflow by a step': async () => {
    const id = await group(world)
    await workflow(world, { SystemStepTypeId: '5', AddToListOptions: { GroupIds: [await group(world), id] } })
    return `/api/groups/${id}`
  },
  'group <- active workflow by a move': async () => {
    const id = await group(world)
    const MoveToListOptions = { FromGroupIds: null, ToGroupIds: [id] }
    await workflow(world, { SystemStepTypeId: '7', MoveToListOptions })
    return `/api/groups/${id}`
  },
  'group <- active workflow by a condition': async () => {
    const id = await group(world)
    const Conditions = [{ Type: 'inGroup', Operator: 'eq', Value: String(id) }]
    await workflow(world, { SystemStepTypeId: '9', LogicBranchOptions: { Match: 'all', Conditions } })
    return `/api/groups/${id}`
  },
  'customfield <- active workflow': async () => {
    const id = await field(world, { ObjectTypeId: '2' })
    const Conditions = [{ Type: 'customField', Operator: 'eq', Value: 'yes', CustomFieldId: Number(id) }]
    await workflow(world, { SystemStepTypeId: '9', LogicBranchOptions: { Match: 'all', Conditions } })
    return `/api/customfields/${id}/1`
  },
  'mail-template <- active workflow': async () => {
    const body = { Name: `Letter ${world.next()}`, Subject: 'Hello', Html: '<p>Dear {{ to.name }}</p>' }
    const id = await saveAt(world, '/api/mail/templates/0', 'TemplateId', body)
    await workflow(world, { SystemStepTypeId: '3', EmailTemplateId: String(id) })
    return `/api/mail/templates/${id}`
  },
  'signature <- active workflow': async () => {
    const SignatureId = await saveAt(world, '/api/signatures/0', 'SignatureId', { Name: `Office ${world.next()}` })
    const body = { Name: `Letter ${world.next()}`, Subject: 'Hello', Html: '<p>Dear {{ to.name }}</p>' }
    const template = await saveAt(world, '/api/mail/templates/0', 'TemplateId', body)
    await workflow(world, {
      SystemStepTypeId: '3',
      EmailTemplateId: String(template),
      SendEmailStepOptions: { SignatureId },
    })
    return `/api/signatures/${SignatureId}`
  },
  'tasktype <- active workflow': async () => {
    const id = await world.idOf(':tasktypeid', 'tasktypeid')
    const CreateFollowUpReminderOptions = { Name: 'Call', TaskTypeId: id, DueInDays: 3 }
    await workflow(world, { SystemStepTypeId: '4', CreateFollowUpReminderOptions })
    return `/api/task/types/${id}/1`
  },
})

export const walks: AreaWalks = {
  recipes: [
    [':workflowid', saved('saveWorkflow', 'WorkflowId', () => ({ WorkflowSources: [] }))],
    [
      ':workflowstepid',
      async (world, ids) => {
        const workflow = ids.get('workflowid') ?? (await world.idsFor(':workflowid')).get('workflowid')
        const step = {
          PreviousStepId: null,
          SystemStepTypeId: '1',
          WaitOptions: { Quantity: 3, Unit: 'days' },
          IsActive: true,
        }
        return String((await world.post(`/api/workflows/workflowstep/${workflow}/0`, step)).WorkflowStepId)
      },
    ],
  ],
  lists: {
    listWorkflows: workflowList,
    searchWorkflows: workflowList,
    lookupWorkflowSteps: steps,
    getWorkflowStepBoard: steps,
    getWorkflowPendingStep: pendingContacts,
    getWorkflowContact: runsOfContact,
    listWorkflowContacts: contactsOfWorkflow,
    lookupWorkflowStepTypes: ['Wait', 'WaitUntil', 'SendEmail', 'AddToList', 'MoveToList', 'AddTag', 'LogicBranch'],
    listWorkflowScoreboard: ['Active workflows', 'Participants', 'Completed', 'Emails sent', 'Failed steps'],
  },
  rows: addWorkflowRuns,
  parents: {
    workflowid: 'SELECT workflow_id AS id FROM workflow_run',
  },
  uses: usedByWorkflows,
  noUses: {
    'workflow_run -> contact': KEPT,
    'workflow_run -> workflow': 'a deleted workflow stays stored, and its runs end',
    'workflow_step_run -> workflow_step': 'a deleted step stays stored, and its contacts move on',
  },
  bounds: {
    'saveWorkflowStepBoard Lanes': 'moves the steps that the workflow has; saveWorkflowStep limits their number',
    'saveWorkflow WorkflowSources': REPLACED,
    'saveWorkflowGeneral WorkflowAntiSources': REPLACED,
    'saveWorkflowGeneral WorkflowPosiSources': REPLACED,
    'updateWorkflowStatus WorkflowAntiSources': REPLACED,
    'updateWorkflowStatus WorkflowPosiSources': REPLACED,
  },
  deletions: [
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
  ],
  otherDeletions: {
    removeWorkflowContact: RELATION,
    deleteWorkflow: UNREFERENCED,
  },
}
