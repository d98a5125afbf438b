import { EXPORT_TENANT } from '#areas/integration/tenant-exports/tenant-exports.service'
import { upload } from '#test/support/integration/files'
import { runJobs } from '#test/support/jobs/run-jobs'
import { document, list, type OfferedKind } from '#test/support/walks/actions/offered-records'
import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import type { Label } from '#test/support/walks/lists/listed'
import type { Ids, World } from '#test/support/walks/world'

/** Adds exports with different values in each column. */
const addTenantExports = async ({ server, caller }: World, fileId: number): Promise<void> => {
  const own = { tenantId: caller.tenant.id, createdBy: 'key:7' }
  const day = (number: number) => new Date(`2026-03-0${number}T10:00:00Z`)
  await server.database.system.tenantExport.createMany({
    data: [
      {
        ...own,
        status: 'Completed',
        auditId: 2,
        fileId,
        recordsDone: 70,
        recordsTotal: 70,
        createdAt: day(1),
        finishedAt: day(2),
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

const addExportRows = async (world: World): Promise<void> =>
  addTenantExports(world, await upload(world.caller, 'archive.tar', 'walk'))

/** Exports the tenant, after an export that is not complete. Returns the id of the export. */
const exportTenant = async (world: World): Promise<string> => {
  await runJobs(world.server, EXPORT_TENANT)
  const { TenantExportId } = await world.post('/api/tenantexports', {})
  await runJobs(world.server, EXPORT_TENANT)
  return String(TenantExportId)
}

const addFailedExport = async ({ server, caller }: World, message: string): Promise<void> => {
  const at = new Date()
  await server.database.system.tenantExport.create({
    data: { tenantId: caller.tenant.id, status: 'Failed', message, createdBy: 'key:7', createdAt: at, finishedAt: at },
  })
}

/** Adds an export without its job, instead of one that is not complete: two cannot run at once. */
const addExport = (status: string, isDone: boolean) => async (world: World) => {
  const { server, caller } = world
  const own = { tenantId: caller.tenant.id, createdBy: 'key:7', status, createdAt: new Date() }
  const fileId = status === 'Completed' ? await upload(caller, 'walk.tar', 'walk') : null
  const data = { ...own, fileId, ...(isDone && { finishedAt: new Date() }) }
  await server.database.system.tenantExport.deleteMany({ where: { tenantId: caller.tenant.id, finishedAt: null } })
  const { id } = await server.database.system.tenantExport.create({ data })
  if (fileId !== null)
    await server.database.system.storedFile.updateMany({
      where: { tenantId: caller.tenant.id, id: fileId },
      data: { ownerKind: 'tenant-export', ownerId: id, expiresAt: null },
    })
  return { ids: { id, fileId: fileId ?? 0 } }
}

/** The exports of a tenant, in each of their states. */
const offeredExports: OfferedKind = {
  name: 'export of the tenant',
  shapes: ['TenantExport'],
  area: 'files',
  scopes: ['admin'],
  reads: [
    list('listTenantExports', () => '/api/tenantexports', 'TenantExportId', 'id'),
    document('getTenantExport', ({ id }) => `/api/tenantexports/${id}`),
  ],
  states: {
    running: addExport('Running', false),
    failed: addExport('Failed', true),
    complete: addExport('Completed', true),
  },
  actions: {
    download: ({ fileId }) => ({ method: 'GET', url: `/api/webdav/${fileId}` }),
    delete: ({ id }) => ({ method: 'DELETE', url: `/api/tenantexports/${id}` }),
  },
}

export const walks: AreaWalks = {
  recipes: [[':tenantexportid', exportTenant]],
  lists: {
    listTenantExports: {
      order: 'newest',
      create: (label: Label, _ids: Ids, world: World) => addFailedExport(world, label),
    },
  },
  rows: addExportRows,
  actions: [offeredExports],
  otherDeletions: {
    deleteTenantExport: UNREFERENCED,
  },
}
