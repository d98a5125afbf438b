import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/tenant-exports'
import { serveDelete, serveList, serveRow } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { tenantExportList } from './tenant-exports.listing.ts'
import { readTenantExport } from './tenant-exports.queries.ts'
import { deleteExport, startExport } from './tenant-exports.service.ts'

/** Serves exports of the whole tenant, for administrators. */
export const tenantExports: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listTenantExports, tenantExportList, parseListQuery)

  serveRow(app, operations.startTenantExport, async (scope) => readTenantExport(scope, (await startExport(scope)).id))

  serveRow(app, operations.getTenantExport, (scope, { params }) => readTenantExport(scope, params.tenantExportId))

  serveDelete(app, operations.deleteTenantExport, (scope, { params, expected }) =>
    deleteExport(scope, params.tenantExportId, expected),
  )
}
