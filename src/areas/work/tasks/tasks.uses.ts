import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'

const tasks = { user: 'task', users: 'tasks', scope: 'tasks:read' }
const projects = { user: 'project', users: 'projects', scope: 'tasks:read' }
const templates = { user: 'project template', users: 'project templates', scope: 'tasks:read' }

/** What tasks, projects and project templates use. */
export const taskUses: readonly RecordUse[] = [
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
