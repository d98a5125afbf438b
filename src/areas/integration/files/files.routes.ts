import type { FastifyPluginAsync } from 'fastify'
import type { FileLink } from '#contract/integration/files'
import { operations } from '#contract/integration/files'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import type { StoredFile } from '#prisma/client'
import { downloads } from './downloads.routes.ts'
import { fileList } from './files.listing.ts'
import { getReadableFile, readFile } from './files.queries.ts'
import { deleteFile } from './files.service.ts'
import { uploads } from './uploads.routes.ts'

/** The address ends with the name, which programs use when they save the file. */
const presentLink = (
  origin: string,
  { id, name }: Pick<StoredFile, 'id' | 'name'>,
  token: string,
  expiresAt: Date,
): FileLink => ({
  Url: `${origin}/api/webdav/${token}/${id}/${encodeURIComponent(name)}`,
  Token: token,
  ExpiresDate: expiresAt.toISOString(),
})

const HOUR_SECONDS = 3600

/** Stored files: uploads, details, links and downloads. */
export const files: FastifyPluginAsync = async (app) => {
  await app.register(uploads)
  await app.register(downloads)

  serve(app, operations.listFiles, (request, reply) =>
    sendList(request, reply, fileList(request.scope), parseListQuery(request.query)),
  )

  serve(app, operations.getFileDetails, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readFile(scope, params.fileId)),
  )

  serve(app, operations.deleteFile, async (request) => {
    await deleteFile(request.scope, request.params.fileId, expectedIfMatch(request))
    return {}
  })

  serve(app, operations.createFileLink, async (request) => {
    const { scope, params, body } = request
    const file = await getReadableFile(scope, params.fileId)
    const expiresAt = new Date(scope.clock.now().getTime() + (body.ExpiresInSeconds ?? HOUR_SECONDS) * 1000)
    const token = app.fileLinks.make({ tenantId: file.tenantId, fileId: file.id, expiresAt })
    return presentLink(app.feedAddresses.origin(request), file, token, expiresAt)
  })
}
