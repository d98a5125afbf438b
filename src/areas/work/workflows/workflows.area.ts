import type { Area } from '#areas/area'
import type { Figure } from '#kernel/metrics/figure'
import { kinds } from '#kernel/outbox/event-kind'
import { withRows } from '#kernel/tenancy/tenant-db'
import { RUN_WORKFLOW, runWorkflow, workflowRounds, workflowTicks } from './engine/engine.job.ts'
import { workflowSources } from './engine/sources.subscriber.ts'
import { workflowFailures } from './workflow-failures.model.ts'
import { workflowEvents } from './workflows.events.ts'
import { readWorkflowRecord } from './workflows.queries.ts'
import { workflows } from './workflows.routes.ts'
import { countPausedSql } from './workflows.sql.ts'
import { workflowUses } from './workflows.uses.ts'

/** The workflows of all tenants that failures have switched off. */
const workflowFigures: readonly Figure[] = [
  {
    name: 'workflows_paused',
    help: 'Workflows that were switched off because a step fails.',
    read: (system) => withRows(system).rows<{ value: number }>(countPausedSql),
  },
]

export const workflowsArea: Area = {
  routes: [workflows],
  events: kinds('workflows', {
    [workflowEvents.created]: 'Workflow created',
    [workflowEvents.updated]: 'Workflow updated',
    [workflowEvents.deleted]: 'Workflow deleted',
    [workflowEvents.paused]: 'Workflow paused because a step fails',
    [workflowEvents.entered]: 'Contact entered a workflow',
    [workflowEvents.completed]: 'Contact completed a workflow',
    [workflowEvents.left]: 'Contact left a workflow early',
    [workflowEvents.failed]: 'Step of a workflow failed for a contact',
  }),
  shapes: {
    workflow: { scope: 'workflows:read', read: readWorkflowRecord },
  },
  uses: workflowUses,
  failures: Object.values(workflowFailures),
  subscribers: [workflowSources],
  tasks: {
    [RUN_WORKFLOW]: runWorkflow,
  },
  cron: [workflowTicks],
  days: [workflowRounds],
  figures: workflowFigures,
}
