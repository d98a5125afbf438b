/**
 * The events of workflows. Payload: name. `paused`: failures switched the workflow off; payload also: stepId, reason.
 * `entered`, `completed` and `left` concern one contact of the workflow; payload: contactId, rotation, and after an end
 * its reason. `failed`: a step failed for one contact, which stays at it; payload: contactId, rotation, stepId, reason.
 */
export const workflowEvents = {
  created: 'workflow.created',
  updated: 'workflow.updated',
  deleted: 'workflow.deleted',
  paused: 'workflow.paused',
  entered: 'workflow.entered',
  completed: 'workflow.completed',
  left: 'workflow.left',
  failed: 'workflow.failed',
} as const
