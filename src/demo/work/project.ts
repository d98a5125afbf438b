import { saveTask } from '#areas/work/tasks/tasks.service'
import { createProjectFromTemplate } from '#areas/work/tasks/templates/template-projects.service'
import { saveTemplate } from '#areas/work/tasks/templates/templates.service'
import { saveProjectType } from '#areas/work/tasks/types/types.service'
import type { TemplateTaskInput } from '#contract/work/projects'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { addDays, type Day } from '#kernel/time/calendar'
import { createBudgetField } from './custom-fields.ts'
import { idIn, NEW, withFreeName } from './saving.ts'
import type { TaskSources } from './tasks.ts'

/** Days since the project began: its first task is complete, the second is overdue. */
const DAYS_SINCE_START = 14
/** Day of the meeting, counted from the first day of the project. */
const MEETING = 76

/** Day of the annual meeting, which is also in the calendars. */
export const annualMeeting = (today: Day): Day => addDays(today, MEETING - DAYS_SINCE_START)

const MILESTONES = ['Plan', 'Invite', 'Meet'] as const
const [PLAN, INVITE, MEET] = MILESTONES

/** Numbers of tasks are positions in the list, counted from 1. */
const tasksOf = (visitType: number): TemplateTaskInput[] => [
  { Name: 'Choose the day and the venue', MilestoneName: PLAN, StartDay: 0, DueDay: 5 },
  { Name: 'Look at the hall', MilestoneName: PLAN, TaskTypeId: visitType, DueDay: 12, DependentOnNumber: 1 },
  { Name: 'Write the agenda', MilestoneName: PLAN, StartDay: 7, DueDay: 20, EstimatedHours: 3 },
  { Name: 'Invite the members', MilestoneName: INVITE, TaskPriorityId: 3, DueDay: 27, DependentOnNumber: 3 },
  { Name: 'Print the letters', MilestoneName: INVITE, DueDay: 25, ParentNumber: 4 },
  { Name: 'Send the emails', MilestoneName: INVITE, DueDay: 27, ParentNumber: 4 },
  { Name: 'Prepare the name badges', MilestoneName: MEET, DueDay: MEETING - 2, EstimatedHours: 2 },
  { Name: 'Send the minutes', MilestoneName: MEET, StartDay: MEETING, DueDay: MEETING + 10 },
]

/** Creates a template for annual meetings, and a current project from it. */
export const loadProject = async (scope: Scope, { cast, types, today }: TaskSources): Promise<void> => {
  const type = await withFreeName('Event', (Name) => saveProjectType(scope, 0, { Name }, NEW))
  const Milestones = MILESTONES.map((Name) => ({ Name }))
  const template = await withFreeName('Annual meeting', (Name) =>
    saveTemplate(
      scope,
      0,
      {
        Name,
        Description: 'What has to be done for every annual meeting.',
        ProjectTypeId: type.id,
        Milestones,
        Tasks: tasksOf(types.visit),
      },
      NEW,
    ),
  )
  const [manager] = cast.staff
  const start = addDays(today, -DAYS_SINCE_START)
  const project = await createProjectFromTemplate(scope, template.id, {
    Name: `Annual meeting ${annualMeeting(today).slice(0, 4)}`,
    StartDate: start,
    CustomFields: [{ CustomFieldId: await createBudgetField(scope), Value: '4500.00' }],
    ...(manager !== undefined && { ManagerContactId: manager, AssignedToContactId: manager }),
  })
  await completeFirst(scope, idIn(project, 'ProjectId'), addDays(start, 4))
}

const completeFirst = async (scope: Scope, projectId: number, CompletedDate: Day): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const where = { tenantId, projectId }
  const first = await prisma.taskItem.findFirstOrThrow({ where, orderBy: [{ dueDate: 'asc' }, { id: 'asc' }] })
  const expected = versionOf(first.auditId)
  await saveTask(scope, first.id, { IsComplete: true, CompletedDate }, expected)
}
