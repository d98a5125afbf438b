/**
 * What happens to workflows; payload: name. `paused` tells that failures switched one off: stepId, reason. What happens
 * to contacts in them is told with the workflow as the entity: contactId, rotation, and for an end its reason.
 */
export const workflowEvents = {
  created: 'workflow.created',
  updated: 'workflow.updated',
  deleted: 'workflow.deleted',
  paused: 'workflow.paused',
  entered: 'workflow.entered',
  completed: 'workflow.completed',
  left: 'workflow.left',
} as const
