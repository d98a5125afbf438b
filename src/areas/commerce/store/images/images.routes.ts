import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { presentSavedImage } from './images.presenter.ts'
import { deleteImage, saveImage, saveImageOrder } from './images.service.ts'

/** Serves the galleries of store items, and images that wait for their item. */
export const images: FastifyPluginAsync = async (app) => {
  serve(app, operations.saveStoreImage, async ({ scope, params, body }) => {
    const key = { itemId: params.storeitemid, imageId: params.imageid, fileId: params.fileid }
    return presentSavedImage(await saveImage(scope, app.files, key, body))
  })

  serveAction(app, operations.deleteStoreImage, (scope, { params }) =>
    deleteImage(scope, params.storeitemid, params.imageid),
  )

  serveAction(app, operations.saveStoreImageOrder, (scope, { params, body }) =>
    saveImageOrder(scope, params.storeitemid, body),
  )
}
