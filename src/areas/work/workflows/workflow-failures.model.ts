import { type FailureKind, sentence } from '#services/tenant-log/failure-kinds'
import { workflowEvents } from './workflows.events.ts'

export const workflowFailures = {
  paused: {
    name: 'workflowPaused',
    level: 'Error',
    logType: 'Workflow',
    entityType: 'workflow',
    meaning: 'A workflow was switched off because a step of it fails.',
    remedy: 'Correct the step, then switch the workflow on again.',
    reportedBy: {
      kinds: [workflowEvents.paused],
      describe: (id, { name, stepId, reason }) => ({
        key: id,
        details: { WorkflowStepId: stepId },
        what: `The workflow ${id} (${String(name)}) was switched off. ${sentence(reason)}`,
      }),
    },
  },
  stepFailed: {
    name: 'stepFailed',
    level: 'Warning',
    logType: 'Workflow',
    entityType: 'workflow',
    meaning: 'A step of a workflow failed for a contact, which stays at the step.',
    remedy: 'Correct the contact or the step, then retry the step for the contact.',
    reportedBy: {
      kinds: [workflowEvents.failed],
      describe: (id, { contactId, stepId, reason }) => ({
        key: id,
        details: { ContactId: contactId, WorkflowStepId: stepId },
        what: `The step ${String(stepId)} of the workflow ${id} failed for the contact ${String(contactId)}. ${sentence(reason)}`,
      }),
    },
  },
} as const satisfies Record<string, FailureKind>
