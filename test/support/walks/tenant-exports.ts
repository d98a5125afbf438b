import { EXPORT_TENANT } from '#areas/integration/tenant-exports/tenant-exports.service'
import { runJobs } from '../run-jobs.ts'
import type { Label, Listed } from './lists/listed.ts'
import type { Ids, World } from './world.ts'

/** Exports the tenant. Returns the id of the export. */
export const exportTenant = async (world: World): Promise<string> => {
  const { TenantExportId } = await world.post('/api/tenantexports', {})
  await runJobs(world.server, EXPORT_TENANT)
  return String(TenantExportId)
}

const addFailedExport = async ({ server, caller }: World, message: string): Promise<void> => {
  const at = new Date()
  await server.database.system.tenantExport.create({
    data: {
      ...{ tenantId: caller.tenant.id, status: 'Failed', message, createdBy: 'key:7' },
      ...{ createdAt: at, finishedAt: at },
    },
  })
}

/** The list of exports. */
export const TENANT_EXPORT_LISTS: Record<string, Listed> = {
  listTenantExports: {
    order: 'newest',
    create: (label: Label, _ids: Ids, world: World) => addFailedExport(world, label),
  },
}

/** Adds exports with different values in each column. */
export const addTenantExports = async ({ server, caller }: World, fileId: number): Promise<void> => {
  const own = { tenantId: caller.tenant.id, createdBy: 'key:7' }
  const day = (number: number) => new Date(`2026-03-0${number}T10:00:00Z`)
  await server.database.system.tenantExport.createMany({
    data: [
      {
        ...{ ...own, status: 'Completed', auditId: 2, fileId, recordsDone: 70, recordsTotal: 70 },
        ...{ createdAt: day(1), finishedAt: day(2) },
      },
      {
        ...own,
        status: 'Failed',
        message: 'The disk is full.',
        recordsTotal: 80,
        createdAt: day(3),
        finishedAt: day(4),
      },
      { ...own, createdBy: 'system', recordsDone: 5, recordsTotal: 90, createdAt: day(5) },
    ],
  })
}
