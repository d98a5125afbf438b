import { document, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'

const projects: OfferedKind = {
  name: 'project',
  shapes: ['Project'],
  area: 'tasks',
  reads: [document('getProject', ({ id }) => `/api/projects/${id}`)],
  states: {
    empty: async (world) => ({ ids: { id: await world.idOf(':projectid', 'projectid') } }),
    'with a milestone': async (world) => {
      const id = await world.idOf(':projectid', 'projectid')
      await world.post('/api/task/milestones/addedit', { ProjectId: id, Name: 'Venue' })
      return { ids: { id } }
    },
    'with a task': async (world) => {
      const id = await world.idOf(':projectid', 'projectid')
      await world.post('/api/task/items/0', { Name: 'Call', ProjectId: String(id) })
      return { ids: { id } }
    },
  },
  actions: {
    view: ({ id }) => ({ method: 'GET', url: `/api/projects/${id}` }),
    edit: ({ id }) => ({
      method: 'POST',
      url: `/api/projects/${id}`,
      body: { Description: 'Fair' },
      version: 'AuditId',
    }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/projects/${id}/:auditid` }),
  },
}

export const walks: AreaWalks = {
  actions: [projects],
}
