import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/help'
import { serve } from '#kernel/http/serve'
import { createComment, deleteComment } from './comments.service.ts'

/** Comments of staff on help topics. */
export const helpComments: FastifyPluginAsync = async (app) => {
  serve(app, operations.addHelpComment, async ({ scope, params, body }) => {
    await createComment(scope, params.screenkey, body.Text)
    return {}
  })

  serve(app, operations.deleteHelpComment, async ({ scope, params }) => {
    await deleteComment(scope, params.screenkey, params.commentid)
    return {}
  })
}
