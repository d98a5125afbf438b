import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Figure } from '#kernel/metrics/figure'
import { kinds } from '#kernel/outbox/event-kind'
import { addTo } from '#kernel/registers/register'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
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
  additions: [
    addTo(contactMoves, {
      kind: 'workflows',
      table: 'workflow_run',
      column: 'contact_id',
      meaning: 'data',
      sameAs: 'w.workflow_id = l.workflow_id',
      settle: ({ tenantId, winner, loser }) => [
        // A contact that staff removed from a workflow does not return: the winner's run is deleted if the loser was removed.
        Prisma.sql`DELETE FROM workflow_run w USING workflow_run l WHERE w.tenant_id = ${tenantId} AND w.contact_id = ${winner}
        AND l.tenant_id = ${tenantId} AND l.contact_id = ${loser} AND l.workflow_id = w.workflow_id AND l.state = 'removed'
        AND NOT EXISTS (SELECT FROM workflow_run o WHERE o.tenant_id = ${tenantId} AND o.contact_id = ${winner}
          AND o.workflow_id = w.workflow_id AND o.state = 'removed')`,
      ],
      repoint: ({ tenantId, winner, loser }) => [
        // The assignee of the tasks that a workflow step creates.
        Prisma.sql`UPDATE workflow_step SET options = jsonb_set(options, '{AssignedToContactId}', to_jsonb(${winner}::int))
        WHERE tenant_id = ${tenantId} AND type_id = 4 AND options -> 'AssignedToContactId' = to_jsonb(${loser}::int)`,
      ],
    }),
  ],
}
