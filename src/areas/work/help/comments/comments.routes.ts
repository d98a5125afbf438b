import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/work/help'
import { serveAction } from '#kernel/http/serve-forms'
import { createComment, deleteComment } from '../help.service.ts'

/** Comments of staff on help topics. */
export const helpComments: FastifyPluginAsync = async (app) => {
  serveAction(app, operations.addHelpComment, (scope, { params, body }) =>
    createComment(scope, params.screenkey, body.Text),
  )

  serveAction(app, operations.deleteHelpComment, (scope, { params }) =>
    deleteComment(scope, params.screenkey, params.commentid),
  )
}
