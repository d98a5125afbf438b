import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/files'
import { badInput } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { acceptUploads, uploadOf } from '#services/files/upload-body'
import { readFile } from './files.queries.ts'
import { saveUpload } from './files.service.ts'

/** In a plugin of its own, because its bodies are files of any type. */
export const uploads: FastifyPluginAsync = async (app) => {
  acceptUploads(app, () => app.files.uploads)

  serve(app, operations.uploadFile, async (request, reply) => {
    const { scope, query } = request
    const upload = uploadOf(request)
    if (!upload) throw badInput('', 'is required: the file')
    const { id } = await saveUpload(scope, app.files, upload, query.filename ?? upload.partName)
    return sendVersionedRow(reply, await readFile(scope, id))
  })
}
