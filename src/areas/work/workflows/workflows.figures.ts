import type { Figure } from '#kernel/metrics/figure'

/** The workflows of all tenants that failures have switched off. */
export const workflowFigures: readonly Figure[] = [
  {
    name: 'workflows_paused',
    help: 'Workflows that were switched off because a step fails.',
    read: async (system) => [
      { value: await system.workflow.count({ where: { pausedAt: { not: null }, isActive: false, deletedAt: null } }) },
    ],
  },
]
