import type { Listed } from './listed.ts'

const registryQueue: Listed = {
  order: 'newest',
  create: async (label, _ids, { server, caller }) => {
    const own = { tenantId: caller.tenant.id, requestId: label, changeType: 'Update', body: {} }
    await server.database.system.registryEvent.create({ data: { ...own, message: label, createdAt: new Date() } })
  },
}

/** Rows of the lists of the association sync and of the national registry. */
export const ASSOCIATION_LISTS: Record<string, Listed> = {
  listRegistryQueueEvents: registryQueue,
  searchRegistryQueueEvents: registryQueue,
}
