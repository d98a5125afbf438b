/** What a task can be, whatever the tenant calls its types. */
export const TASK_KINDS = [
  { id: 1, name: 'To do' },
  { id: 2, name: 'Call' },
  { id: 3, name: 'Meeting' },
  { id: 4, name: 'Email' },
  { id: 5, name: 'Follow-up' },
] as const

export const TODO = 1
export const FOLLOW_UP = 5

export const TASK_PRIORITIES = [
  { id: 1, name: 'Low', cssColor: '#8a8f98' },
  { id: 2, name: 'Medium', cssColor: '#2f6fde' },
  { id: 3, name: 'High', cssColor: '#d97706' },
  { id: 4, name: 'Urgent', cssColor: '#c81e1e' },
] as const

/** That of new tasks. */
export const USUAL_PRIORITY = 2
