import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { operations } from '#contract/work/help'
import { badInput } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { serveAction, serveSavedRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { presentForEditing, presentScreen, presentTopic } from './help.presenter.ts'
import { findOwnTopic, listComments, listEdits, listScreens, pickCurrentTopic } from './help.queries.ts'
import { createComment, deleteComment, deleteTopic, saveTopic } from './help.service.ts'

/** Serves help topics by screen: a tenant's own topic replaces the shared one. Reading needs no credential. */
export const help: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getHelpTopic,
    async (request, reply) => {
      const { screenkey } = request.params
      const scope = await readerScope(app, request, reply)
      const own = scope && (await findOwnTopic(scope, screenkey))
      const edits = scope && own ? await listEdits(scope, own.id) : []
      const isStaff = request.caller !== undefined && request.caller.credential.kind !== 'member'
      const comments = scope && isStaff ? await listComments(scope, screenkey) : []
      return presentTopic(pickCurrentTopic(own, screenkey), screenkey, { edits, comments, isStaff })
    },
    { takesCredential: true },
  )

  serveSavedRecord(
    app,
    operations.saveHelpTopic,
    (scope, { params, body, expected }) => saveTopic(scope, params.screenkey, body, expected),
    (topic) => presentScreen(topic),
  )

  serve(app, operations.deleteHelpTopic, async (request) => {
    const { screenkey } = request.params
    await deleteTopic(request.scope, screenkey, expectedIfMatch(request))
    return presentScreen(pickCurrentTopic(null, screenkey) ?? { screenKey: screenkey, editedAt: null })
  })

  serve(
    app,
    operations.listHelpTopics,
    async (request, reply) => (await listScreens(await readerScope(app, request, reply))).map(presentScreen),
    { takesCredential: true },
  )

  serve(app, operations.getHelpTopicForEditing, async ({ scope, params: { screenkey } }, reply) => {
    const own = await findOwnTopic(scope, screenkey)
    sendVersion(reply, own?.auditId ?? 0)
    return presentForEditing(pickCurrentTopic(own, screenkey), screenkey)
  })

  await app.register(helpComments)
}

/**
 * Returns the scope of the caller's tenant, or of the tenant in X-Tenant-Key. Null: the response contains only shared
 * topics.
 */
const readerScope = async (
  app: FastifyInstance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Scope | null> => {
  reply.header('cache-control', 'private, no-cache')
  if (request.caller) return request.scope
  const key = request.headers['x-tenant-key']
  if (key === undefined) return null
  const scope = typeof key === 'string' ? await app.visitorScope(request, { key }) : null
  if (!scope) throw badInput('header:X-Tenant-Key', 'does not reference an existing tenant', 'unknown-tenant')
  return scope
}

/** Serves comments of staff on help topics. */
const helpComments: FastifyPluginAsync = async (app) => {
  serveAction(app, operations.addHelpComment, (scope, { params, body }) =>
    createComment(scope, params.screenkey, body.Text),
  )

  serveAction(app, operations.deleteHelpComment, (scope, { params }) =>
    deleteComment(scope, params.screenkey, params.commentid),
  )
}
