import type { FastifyPluginAsync } from 'fastify'
import type { ContactImageEdit } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contacts.presenter.ts'
import type { ImageColumns } from './image.queries.ts'
import { getImage } from './image.queries.ts'
import { deleteImage, saveImage } from './image.service.ts'

const presentImage = (image: ImageColumns): ContactImageEdit => ({
  FileId: image.imageFileId,
  ThumbnailFileId: image.imageThumbnailId,
  Url: image.imageUrl,
  Height: image.imageHeight,
  Width: image.imageWidth,
  Caption: image.imageCaption,
  ShortDescription: image.imageDescription,
})

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
