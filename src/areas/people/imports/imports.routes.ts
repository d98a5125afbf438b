import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/imports'
import { insufficientScope } from '#kernel/errors/problem'
import { messageOrContent } from '#kernel/http/response-message'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveList, serveRow } from '#kernel/http/serve-forms'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { hasGrant } from '#kernel/tenancy/scope'
import { importList } from './imports.listing.ts'
import { readImport } from './imports.queries.ts'
import { cancelImport, deleteImport, exportRefusedRows, startImport } from './imports.service.ts'
import { presentFields, presentPreview } from './previews.presenter.ts'
import { listCustomHeaders, previewImport } from './previews.service.ts'

/** Serves imports of files of other programs. */
export const imports: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listImports, importList, parseListQuery)

  serveRow(app, operations.startImport, async (scope, { body }) =>
    readImport(scope, (await startImport(scope, app.files.store, body)).id),
  )

  serve(app, operations.listImportFields, async ({ scope }) => presentFields(await listCustomHeaders(scope)))

  serve(app, operations.previewImport, async ({ scope, body }) =>
    presentPreview(await previewImport(scope, app.files.store, body)),
  )

  serveRow(app, operations.getImport, (scope, { params }) => readImport(scope, params.importId))

  serveDelete(app, operations.deleteImport, (scope, { params, expected }) =>
    deleteImport(scope, params.importId, expected),
  )

  serve(app, operations.cancelImport, async (request, reply) => {
    const { scope, params } = request
    await cancelImport(scope, params.importId, expectedIfMatch(request))
    return sendVersionedRow(reply, await readImport(scope, params.importId))
  })

  serve(app, operations.downloadRefusedRows, async (request) => {
    const { scope, params } = request
    if (!hasGrant(scope, 'contacts:read')) throw insufficientScope('contacts:read')
    const { text, disposition } = await exportRefusedRows(scope, params.importId)
    return messageOrContent(request, 'text/csv', text, disposition)
  })
}
