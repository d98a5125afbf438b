import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations } from '#contract/integration/files'
import { MAX_ID } from '#kernel/database/ids'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { requireScope } from '#services/auth/access'
import { sendFile } from '#services/files/send-file'
import { contentOf } from './files.model.ts'
import { getLinkedFile, getReadableFile } from './files.queries.ts'

/** Downloads of files, by id with a credential or by the token of a link. The name in the path has no effect. */
export const downloads: FastifyPluginAsync = async (app) => {
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

/** A link needs no credential, and one that is sent with it has no effect. */
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
