import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/tenant-exports'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { tenantExportList } from './tenant-exports.listing.ts'
import { readTenantExport } from './tenant-exports.queries.ts'
import { deleteExport, startExport } from './tenant-exports.service.ts'

/** Exports of the whole tenant, for administrators. */
export const tenantExports: FastifyPluginAsync = async (app) => {
  serve(app, operations.listTenantExports, (request, reply) =>
    sendList(request, reply, tenantExportList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.startTenantExport, async ({ scope }, reply) =>
    sendVersionedRow(reply, await readTenantExport(scope, (await startExport(scope)).id)),
  )

  serve(app, operations.getTenantExport, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readTenantExport(scope, params.tenantExportId)),
  )

  serve(app, operations.deleteTenantExport, async (request) => {
    await deleteExport(request.scope, request.params.tenantExportId, expectedIfMatch(request))
    return {}
  })
}
