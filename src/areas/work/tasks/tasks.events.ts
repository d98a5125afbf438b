/** What happens to tasks; payload: name, contactId, projectId, assignedToContactId. Subtasks are tasks. */
export const taskEvents = {
  created: 'task.created',
  updated: 'task.updated',
  completed: 'task.completed',
  reopened: 'task.reopened',
  deleted: 'task.deleted',
} as const

/** What happens to types of tasks; payload: name. */
export const taskTypeEvents = {
  created: 'tasktype.created',
  updated: 'tasktype.updated',
  deleted: 'tasktype.deleted',
} as const
