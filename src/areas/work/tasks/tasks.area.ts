import type { Area } from '#areas/area'
import { contactFacts, contactLists } from '#areas/people/contacts/contact-facts.listing'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { presented, written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { getMilestone } from './milestones/milestones.queries.ts'
import { getProjectType } from './project-types/project-types.queries.ts'
import { projectsOfContact } from './projects/contact-projects.listing.ts'
import { milestoneEvents, projectEvents, projectTemplateEvents, projectTypeEvents } from './projects/projects.events.ts'
import { presentMilestone, presentProjectType } from './projects/projects.presenter.ts'
import { readProject } from './projects/projects.queries.ts'
import { taskReminders } from './reminders/reminders.job.ts'
import { taskEvents, taskTypeEvents } from './tasks.events.ts'
import { openTaskFact } from './tasks.listing.ts'
import { getTask } from './tasks.queries.ts'
import { tasks as taskArea } from './tasks.routes.ts'
import { taskUses } from './tasks.uses.ts'
import { presentTemplate } from './templates/templates.presenter.ts'
import { getTemplate } from './templates/templates.queries.ts'
import { presentTaskType } from './types/task-types.presenter.ts'
import { getTaskType } from './types/task-types.queries.ts'
import { seedTaskTypes } from './types/task-types.seeds.ts'

/** Projects own the files in their custom fields. */
const taskFiles: readonly FileOwner[] = [
  {
    kind: 'project',
    remedy: 'The file belongs to a project. Remove it there.',
    scope: 'tasks:read',
    rows: (tenantId) => Prisma.sql`SELECT p.id, p.name FROM project p WHERE p.tenant_id = ${tenantId}::integer`,
  },
]

const ANY_PATH = { projectId: 0, contactId: 0 }

export const tasksArea: Area = {
  routes: [taskArea],
  events: [
    ...kinds('tasks', {
      [taskEvents.created]: 'Task created',
      [taskEvents.updated]: 'Task updated',
      [taskEvents.completed]: 'Task completed',
      [taskEvents.reopened]: 'Task reopened',
      [taskEvents.deleted]: 'Task deleted',
    }),
    ...changes('tasks', 'Task type', taskTypeEvents),
    ...changes('tasks', 'Project', projectEvents),
    ...changes('tasks', 'Milestone', milestoneEvents),
    ...changes('tasks', 'Project type', projectTypeEvents),
    ...changes('tasks', 'Project template', projectTemplateEvents),
  ],
  shapes: {
    task: written('tasks:read', (scope, id) => getTask(scope, id, ANY_PATH)),
    tasktype: presented('tasks:read', async (scope, id) => presentTaskType(await getTaskType(scope, id))),
    project: written('tasks:read', readProject),
    milestone: presented('tasks:read', async (scope, id) => presentMilestone(await getMilestone(scope, id))),
    projecttype: presented('tasks:read', async (scope, id) => presentProjectType(await getProjectType(scope, id))),
    projecttemplate: presented('tasks:read', async (scope, id) => presentTemplate(await getTemplate(scope, id))),
  },
  uses: taskUses,
  files: taskFiles,
  seeds: [seedTaskTypes],
  days: [taskReminders],
  additions: [addTo(contactLists, projectsOfContact), addTo(contactFacts, openTaskFact)],
}
