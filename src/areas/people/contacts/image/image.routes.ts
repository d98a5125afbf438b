import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { gone, withVersion } from '../contact-parts.ts'
import { presentImage } from './image.presenter.ts'
import { deleteImage, getImage, saveImage } from './image.service.ts'

export const imageRoutes = (app: FastifyInstance): void => {
  serve(app, operations.getContactImage, async ({ scope, params }, reply) =>
    withVersion(reply, await getImage(scope, params.contactId), presentImage),
  )

  serve(app, operations.saveContactImage, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(reply, await saveImage(scope, params.contactId, body, expectedIfMatch(request)), presentImage)
  })

  serve(app, operations.deleteContactImage, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await deleteImage(scope, params.contactId, expectedIfMatch(request)), gone)
  })
}
