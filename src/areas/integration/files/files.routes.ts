import type { FastifyPluginAsync } from 'fastify'
import type { FileLink } from '#contract/integration/files'
import { operations } from '#contract/integration/files'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveList, serveRow } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
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

  serveList(app, operations.listFiles, fileList, parseListQuery)

  serveRow(app, operations.getFileDetails, (scope, { params }) => readFile(scope, params.fileId))

  serveDelete(app, operations.deleteFile, (scope, { params, expected }) => deleteFile(scope, params.fileId, expected))

  serve(app, operations.createFileLink, async (request) => {
    const { scope, params, body } = request
    const file = await getReadableFile(scope, params.fileId)
    const expiresAt = new Date(scope.clock.now().getTime() + (body.ExpiresInSeconds ?? HOUR_SECONDS) * 1000)
    const token = app.fileLinks.make({ tenantId: file.tenantId, fileId: file.id, expiresAt })
    return presentLink(app.feedAddresses.origin(request), file, token, expiresAt)
  })
}
