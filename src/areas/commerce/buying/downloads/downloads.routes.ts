import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/commerce/store'
import { operations as buyingOperations } from '#contract/commerce/store-buying'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { parseListFields } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendFile } from '#services/files/send-file'
import { downloadList } from './downloads.listing.ts'
import type { BoughtDownload } from './downloads.queries.ts'
import { checkDownload, checkOwnDownload, revokeDownload, startDownload } from './downloads.service.ts'

/** The kind of the tokens in links. */
const LINK = 'store download'
const LINK_MS = 3_600_000

/** Serves digital downloads that were bought. */
export const storeDownloads: FastifyPluginAsync = async (app) => {
  serve(app, operations.searchStoreDownloads, (request, reply) =>
    sendList(request, reply, downloadList(request.scope), parseListFields(request.body), { hasNextLink: false }),
  )

  serveAction(app, operations.deleteStoreDownload, (scope, { params }) =>
    revokeDownload(scope, params.storeitemdigitaldownloadpurchaseid),
  )

  const linkTo = (request: FastifyRequest, { id, tenantId }: BoughtDownload) => {
    const expiresAt = new Date(request.scope.clock.now().getTime() + LINK_MS)
    const token = app.fileLinks.make({ tenantId, fileId: id, expiresAt }, LINK)
    const Url = `${app.feedAddresses.origin(request)}/api/public/storedownloads/${token}`
    return { Url, ExpiresDate: expiresAt.toISOString() }
  }

  serve(app, buyingOperations.createStoreDownloadLink, async (request) => {
    const { scope, params } = request
    return linkTo(request, await checkDownload(scope, params.storeitemdigitaldownloadpurchaseid))
  })

  serve(app, buyingOperations.createOwnStoreDownloadLink, async (request) => {
    const { scope, params } = request
    return linkTo(request, await checkOwnDownload(scope, params.storeitemdigitaldownloadpurchaseid))
  })

  serve(
    app,
    buyingOperations.getStoreDownloadFile,
    async (request, reply) => {
      const link = app.fileLinks.read(request.params.token, LINK)
      const scope = link ? await app.visitorScope(request, { id: link.tenantId }) : null
      if (!link || !scope || link.expiresAt <= scope.clock.now()) throw notFound('download')
      return sendFile(request, reply, app.files.store, await startDownload(scope, link.fileId), { isPublic: true })
    },
    { hasSecretPath: true },
  )
}
