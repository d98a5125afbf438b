import type { Area } from '#areas/area'
import { contactFacts, contactLists } from '#areas/people/contacts/contact-facts.listing'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { changes, kinds } from '#kernel/outbox/event-kind'
import { nameKeyOf } from '#kernel/records/names'
import { presented, written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import type { TenantSeed } from '#kernel/tenancy/provision'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { getMilestone } from './milestones/milestones.queries.ts'
import { projectsOfContact } from './projects/contact-projects.listing.ts'
import { presentMilestone, presentProjectType } from './projects/projects.presenter.ts'
import { readProject } from './projects/projects.queries.ts'
import { taskReminders } from './reminders/reminders.job.ts'
import {
  milestoneEvents,
  projectEvents,
  projectTemplateEvents,
  projectTypeEvents,
  taskEvents,
  taskTypeEvents,
} from './tasks.events.ts'
import { openTaskFact } from './tasks.listing.ts'
import { TASK_KINDS } from './tasks.model.ts'
import { getTask } from './tasks.queries.ts'
import { tasks as taskArea } from './tasks.routes.ts'
import { presentTemplate } from './templates/templates.presenter.ts'
import { getTemplate } from './templates/templates.queries.ts'
import { presentTaskType } from './types/types.presenter.ts'
import { getProjectType, getTaskType } from './types/types.queries.ts'

const tasks = { user: 'task', users: 'tasks', scope: 'tasks:read' }
const projects = { user: 'project', users: 'projects', scope: 'tasks:read' }
const templates = { user: 'project template', users: 'project templates', scope: 'tasks:read' }

/** What tasks, projects and project templates use. */
const taskUses: readonly RecordUse[] = [
  {
    ...tasks,
    of: 'tasktype',
    remedy: 'Set IsActive to false instead.',
    rows: (tenantId) => Prisma.sql`SELECT t.type_id AS used_id, t.id, t.name
      FROM task_item t WHERE t.tenant_id = ${tenantId}::integer`,
  },
  {
    ...templates,
    of: 'tasktype',
    remedy: 'Set IsActive to false instead.',
    rows: (tenantId) => Prisma.sql`SELECT DISTINCT t.type_id AS used_id, p.id, p.name
      FROM project_template_task t JOIN project_template p ON p.tenant_id = t.tenant_id AND p.id = t.template_id
      WHERE t.tenant_id = ${tenantId}::integer`,
  },
  {
    ...tasks,
    of: 'project',
    remedy: 'Move or delete the tasks first.',
    rows: (tenantId) => Prisma.sql`SELECT t.project_id AS used_id, t.id, t.name
      FROM task_item t WHERE t.tenant_id = ${tenantId}::integer`,
  },
  {
    ...projects,
    of: 'projecttype',
    remedy: 'Give the project another type first.',
    rows: (tenantId) => Prisma.sql`SELECT p.type_id AS used_id, p.id, p.name
      FROM project p WHERE p.tenant_id = ${tenantId}::integer`,
  },
  {
    ...templates,
    of: 'projecttype',
    remedy: 'Give the template another type first.',
    rows: (tenantId) => Prisma.sql`SELECT p.type_id AS used_id, p.id, p.name
      FROM project_template p WHERE p.tenant_id = ${tenantId}::integer`,
  },
]

/** Creates the built-in type of each kind of task. */
const seedTaskTypes: TenantSeed = async (tx, tenantId) => {
  await tx.taskType.createMany({
    data: TASK_KINDS.map(({ id: kindId, name }) => ({
      tenantId,
      kindId,
      name,
      nameKey: nameKeyOf(name),
      isSystem: true,
    })),
  })
}

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
  chapterScopes: ['tasks:read', 'tasks:write'],
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
  additions: [
    addTo(
      contactMoves,
      { kind: 'tasks', table: 'task_item', column: 'contact_id', meaning: 'data' },
      { kind: 'tasksAssigned', table: 'task_item', column: 'assigned_to_contact_id', meaning: 'data' },
      { kind: 'projects', table: 'project', column: 'manager_contact_id', meaning: 'data' },
    ),
    addTo(contactLists, projectsOfContact),
    addTo(contactFacts, openTaskFact),
  ],
}
