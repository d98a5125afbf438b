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
