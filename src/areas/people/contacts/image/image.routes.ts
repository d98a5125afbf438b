import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { presentImage } from './image.presenter.ts'
import { getImage } from './image.queries.ts'
import { deleteImage, saveImage } from './image.service.ts'

export const image: FastifyPluginAsync = async (app) => {
  serve(app, operations.getContactImage, async ({ scope, params }, reply) =>
    presentImage(sendVersionOf(reply, await getImage(scope.db.prisma, scope, params.contactId))),
  )

  serve(app, operations.saveContactImage, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveImage(scope, app.files, params.contactId, body, expectedIfMatch(request))
    return presentImage(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactImage, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteImage(scope, params.contactId, expectedIfMatch(request)))
    return {}
  })
}
