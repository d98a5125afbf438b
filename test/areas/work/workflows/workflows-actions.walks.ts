import { document, type OfferedKind } from '#test/support/walks/actions/offered-records'
import { WAIT, workflow } from '#test/support/walks/actions/offered-workflows'
import type { AreaWalks } from '#test/support/walks/area-walks'

const status = (id: number | undefined, IsActive: boolean) =>
  ({ method: 'POST', url: `/api/workflows/${id}/staus/update`, body: { IsActive }, version: 'AuditId' }) as const

const workflowActions: OfferedKind['actions'] = {
  edit: ({ id }) => ({
    method: 'POST',
    url: `/api/workflows/${id}/general`,
    body: { Description: 'Changed' },
    version: 'AuditId',
  }),
  copy: ({ id }) => ({ method: 'POST', url: `/api/workflows/copy/${id}` }),
  activate: ({ id }) => status(id, true),
  deactivate: ({ id }) => status(id, false),
  delete: ({ id }) => ({ method: 'DELETE', url: `/api/workflows/workflow/${id}/:auditid` }),
}

const workflows: OfferedKind = {
  name: 'workflow',
  shapes: ['WorkflowBase', 'WorkflowGeneral'],
  area: 'workflows',
  reads: [
    document('getWorkflowBase', ({ id }) => `/api/workflows/base/${id}`),
    document('getWorkflowGeneral', ({ id }) => `/api/workflows/${id}/general`),
  ],
  states: {
    complete: async (world) => ({ ids: { id: await workflow(world, { step: WAIT }) } }),
    active: async (world) => ({ ids: { id: await workflow(world, { step: WAIT, isActive: true }) } }),
    'without steps': async (world) => ({ ids: { id: await workflow(world, {}) } }),
    'with inactive steps only': async (world) => ({
      ids: { id: await workflow(world, { step: { ...WAIT, IsActive: false } }) },
    }),
    'without sources': async (world) => ({ ids: { id: await workflow(world, { step: WAIT, hasSource: false }) } }),
    'that sends mail': async (world) => {
      const EmailTemplateId = String(await world.idOf(':templateid', 'templateid'))
      return { ids: { id: await workflow(world, { step: { SystemStepTypeId: '3', EmailTemplateId } }) } }
    },
  },
  statesOfAll: ['complete', 'that sends mail'],
  actions: workflowActions,
  harmless: {
    activate: 'an active workflow stays active',
    deactivate: 'an inactive workflow stays inactive',
  },
}

export const walks: AreaWalks = {
  actions: [workflows],
}
