import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { sendFile } from '#services/files/send-file'
import { presentSavedImage } from './images.presenter.ts'
import { getShownPicture } from './images.queries.ts'
import { deleteImage, saveImage, saveImageOrder } from './images.service.ts'

/** Serves the galleries of store items, and images that wait for their item. */
export const images: FastifyPluginAsync = async (app) => {
  serve(app, operations.saveStoreImage, async ({ scope, params, body }) => {
    const key = { itemId: params.storeitemid, imageId: params.imageid, fileId: params.fileid }
    return presentSavedImage(await saveImage(scope, app.files, key, body))
  })

  serve(app, operations.getStorePicture, async (request, reply) => {
    const { tenantkey: key, storeitemid, fileid } = request.params
    const scope = await app.visitorScope(request, { key })
    if (!scope) throw notFound('tenant')
    const picture = await getShownPicture(scope, storeitemid, fileid)
    const sent = await sendFile(request, reply, app.files.store, picture, { isPublic: true })
    reply.header('cache-control', 'public, max-age=86400')
    return sent
  })

  serveAction(app, operations.deleteStoreImage, (scope, { params }) =>
    deleteImage(scope, params.storeitemid, params.imageid),
  )

  serveAction(app, operations.saveStoreImageOrder, (scope, { params, body }) =>
    saveImageOrder(scope, params.storeitemid, body),
  )
}
