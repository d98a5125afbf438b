import { saveStep } from '#areas/work/workflows/steps/steps.service'
import type { WorkflowInput } from '#areas/work/workflows/workflows.input'
import { saveWorkflow, switchWorkflow } from '#areas/work/workflows/workflows.service'
import type { WorkflowStepInput } from '#contract/work/workflows'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { DemoSources } from './groups.ts'
import { loadMailTemplates } from './mail-templates.ts'
import { NEW } from './saving.ts'
import type { TaskSources } from './tasks.ts'

export interface WorkflowSources extends TaskSources {
  groups: DemoSources
  /** Whether the welcome workflow is switched on. */
  isActive: boolean
}

/** Creates a welcome workflow, which can run, and a workflow of renewal reminders, which is only an example. */
export const loadWorkflows = async (scope: Scope, sources: WorkflowSources): Promise<void> => {
  const { cast, types, groups, isActive } = sources
  const templates = await loadMailTemplates(scope)
  const [first, , third] = cast.staff
  const welcome = await makeWorkflow(scope, groups.newcomers, {
    Name: 'Welcome to new members',
    Description:
      'Sends a mail to each contact that joins the group "New members"; two days later adds a tag or creates a task.',
    SystemScheduleTypeId: '1',
  })
  const welcomed = await addSteps(scope, welcome, [email(templates.welcome), wait(2, 'days'), isActiveMember()])
  await addSteps(scope, welcome, [tag('Welcomed')], { LogicStepId: String(welcomed) })
  await addSteps(scope, welcome, [task('Find out why the membership has not begun', 3, { assignee: first })], {
    LogicStepId: String(welcomed),
    IsInverseLogic: true,
  })
  const chase = await makeWorkflow(scope, groups.renewing, {
    Name: 'Chase renewals',
    Description:
      'Reminds members whose membership ends, on Mondays to Thursdays by day, and creates a call task a week later.',
    SystemScheduleTypeId: '3',
    WeeklyScheduleOptions: { Weekdays: [1, 2, 3, 4], StartHour: 9, EndHour: 17 },
  })
  const chased = await addSteps(scope, chase, [email(templates.renewal), wait(1, 'weeks'), isActiveMember()])
  await addSteps(scope, chase, [leave(groups.renewing)], { LogicStepId: String(chased) })
  const call = task('Ask whether the membership continues', 2, { type: types.renewalCall, assignee: third })
  await addSteps(scope, chase, [call], { LogicStepId: String(chased), IsInverseLogic: true })
  if (isActive) await switchOn(scope, welcome)
}

const makeWorkflow = async (scope: Scope, groupId: number, input: WorkflowInput): Promise<number> => {
  const sources = () => [{ groupId, isAnti: false, pointer: '/WorkflowSources' }]
  return (await saveWorkflow(scope, 0, { input, sources, parseJson: noJson }, NEW)).id
}

const switchOn = async (scope: Scope, id: number): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const { auditId } = await prisma.workflow.findFirstOrThrow({ where: { tenantId, id } })
  await switchWorkflow(scope, id, true, versionOf(auditId))
}

/** Adds steps to a lane in their order. Returns the id of the last one. */
const addSteps = async (
  scope: Scope,
  workflowId: number,
  steps: readonly WorkflowStepInput[],
  lane: Pick<WorkflowStepInput, 'LogicStepId' | 'IsInverseLogic'> = {},
): Promise<number> => {
  let last = 0
  for (const step of steps) {
    const input = { ...step, ...lane, ...(last > 0 && { PreviousStepId: String(last) }) }
    last = (await saveStep(scope, { workflowId, id: 0, input }, noJson, NEW)).id
  }
  return last
}

/** The demonstration passes options as objects, never as text. */
const noJson = (): never => {
  throw new Error('The demonstration passes no options as text')
}

const email = (templateId: number): WorkflowStepInput => ({
  SystemStepTypeId: '3',
  TemplateTypeId: '1',
  EmailTemplateId: String(templateId),
})

const wait = (Quantity: number, Unit: 'days' | 'weeks'): WorkflowStepInput => ({
  SystemStepTypeId: '1',
  WaitOptions: { Quantity, Unit },
})

/** The status Active is bit 2 of the membership statuses. */
const isActiveMember = (): WorkflowStepInput => ({
  SystemStepTypeId: '9',
  LogicBranchOptions: {
    MatchAll: true,
    Conditions: [{ Type: 'membershipStatus', CustomFieldId: null, Operator: 'eq', Value: '2' }],
  },
})

const tag = (name: string): WorkflowStepInput => ({ SystemStepTypeId: '8', AddTagOptions: { Tags: [name] } })

const leave = (groupId: number): WorkflowStepInput => ({
  SystemStepTypeId: '6',
  RemoveFromListOptions: { GroupIds: [groupId] },
})

const task = (
  Name: string,
  DueInDays: number,
  { type, assignee }: { type?: number; assignee: number | undefined },
): WorkflowStepInput => ({
  SystemStepTypeId: '4',
  CreateFollowUpReminderOptions: {
    Name,
    Description: null,
    TaskTypeId: type ?? null,
    TaskPriorityId: null,
    AssignedToContactId: assignee ?? null,
    DueInDays,
  },
})
