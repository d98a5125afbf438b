import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type FileLink, operations } from '#contract/integration/files'
import { MAX_ID } from '#kernel/database/ids'
import { badInput, notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveList, serveRow } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import type { StoredFile } from '#prisma/client'
import { requireScope } from '#services/auth/access'
import { sendFile } from '#services/files/send-file'
import { acceptUploads, uploadOf } from '#services/files/upload-body'
import { fileList } from './files.listing.ts'
import { contentOf } from './files.model.ts'
import { getLinkedFile, getReadableFile, readFile } from './files.queries.ts'
import { deleteFile, saveUpload } from './files.service.ts'

/** Presents a link. The address ends with the name, which programs use when they save the file. */
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

/** Serves stored files: uploads, details, links and downloads. */
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

/** Serves uploads, in a plugin of its own, because its bodies are files of any type. */
const uploads: FastifyPluginAsync = async (app) => {
  acceptUploads(app, () => app.files.uploads)

  serve(app, operations.uploadFile, async (request, reply) => {
    const { scope, query } = request
    const upload = uploadOf(request)
    if (!upload) throw badInput('', 'is required: the file')
    const { id } = await saveUpload(scope, app.files, upload, query.filename ?? upload.partName)
    return sendVersionedRow(reply, await readFile(scope, id))
  })
}

/** Serves downloads of files, by id with a credential or by the token of a link. The name in the path has no effect. */
const downloads: FastifyPluginAsync = async (app) => {
  serve(app, operations.getFile, async (request, reply) => {
    const file = await getReadableFile(request.scope, request.params.fileid)
    return sendFile(request, reply, app.files.store, contentOf(file))
  })

  // Two documented paths. A token never consists of digits only, so the first part decides.
  serve(
    app,
    operations.getNamedFile,
    async (request, reply) => {
      const { fileid, filename } = request.params
      if (!DIGITS.test(fileid)) return sendLinked(app, { token: fileid, fileId: idOf(filename) }, request, reply)
      requireScope(request, 'files:read')
      const file = await getReadableFile(request.scope, idOf(fileid))
      return sendFile(request, reply, app.files.store, contentOf(file))
    },
    { takesCredential: isById, hasSecretPath: true },
  )

  serve(
    app,
    operations.getNamedFileByToken,
    (request, reply) => sendLinked(app, { token: request.params.token, fileId: request.params.fileid }, request, reply),
    { hasSecretPath: true },
  )
}

const DIGITS = /^\d+$/

/**
 * Returns whether a file is requested by its id, not by a link. A link needs no credential, and one that is sent with
 * it has no effect.
 */
const isById = (params: unknown): boolean => DIGITS.test((params as { fileid: string }).fileid)

/** @throws 404 for a text that is not an id. */
const idOf = (text: string): number => {
  if (!DIGITS.test(text) || Number(text) > MAX_ID) throw notFound('file')
  return Number(text)
}

/** Sends the file that a token was made for, until it expires. @throws 404. */
const sendLinked = async (
  app: FastifyInstance,
  { token, fileId }: { token: string; fileId: number },
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const link = app.fileLinks.read(token)
  const scope = link?.fileId === fileId ? await app.visitorScope(request, { id: link.tenantId }) : null
  if (!link || !scope || link.expiresAt <= scope.clock.now()) throw notFound('file')
  return sendFile(request, reply, app.files.store, contentOf(await getLinkedFile(scope, fileId)), { isPublic: true })
}
