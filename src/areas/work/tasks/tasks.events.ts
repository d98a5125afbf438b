/** The events of tasks, subtasks included. Payload: name, contactId, projectId, assignedToContactId, parentId. */
export const taskEvents = {
  created: 'task.created',
  updated: 'task.updated',
  completed: 'task.completed',
  reopened: 'task.reopened',
  deleted: 'task.deleted',
} as const

/** The events of types of tasks. Payload: name. */
export const taskTypeEvents = {
  created: 'tasktype.created',
  updated: 'tasktype.updated',
  deleted: 'tasktype.deleted',
} as const

/** The events of projects. Payload: name, and templateId for a project that was created from a template. */
export const projectEvents = {
  created: 'project.created',
  updated: 'project.updated',
  deleted: 'project.deleted',
} as const

/** The events of milestones. Payload: name, projectId. */
export const milestoneEvents = {
  created: 'milestone.created',
  updated: 'milestone.updated',
  deleted: 'milestone.deleted',
} as const

/** The events of project types. Payload: name. */
export const projectTypeEvents = {
  created: 'projecttype.created',
  updated: 'projecttype.updated',
  deleted: 'projecttype.deleted',
} as const

/** The events of project templates. Payload: name. */
export const projectTemplateEvents = {
  created: 'projecttemplate.created',
  updated: 'projecttemplate.updated',
  deleted: 'projecttemplate.deleted',
} as const
