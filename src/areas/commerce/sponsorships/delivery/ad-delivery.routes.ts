import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations } from '#contract/commerce/ad-delivery'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import type { Scope } from '#kernel/tenancy/scope'
import { sendFile } from '#services/files/send-file'
import { presentShownAd } from './ad-delivery.presenter.ts'
import { getShownImage } from './ad-delivery.queries.ts'
import { AdDelivery, type Viewed } from './ad-delivery.service.ts'

/** Serves the addresses that pages call for their visitors. */
export const adDelivery: FastifyPluginAsync = async (app) => {
  const delivery = new AdDelivery()
  const show = async (request: FastifyRequest, tenantKey: string, viewed: Viewed) => {
    const scope = await openTenant(app, request, tenantKey)
    const base = `${app.feedAddresses.origin(request)}/api/public/ads/${tenantKey}`
    return { Ads: (await delivery.show(scope, viewed)).map(presentShownAd(base)) }
  }

  serve(
    app,
    operations.showPageAds,
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return show(request, request.params.tenantkey, { pageId: request.params.sitepageid })
    },
    TAKES_CREDENTIAL,
  )

  serve(
    app,
    operations.showLocationAd,
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return show(request, request.params.tenantkey, { locationId: request.params.customadlocationid })
    },
    TAKES_CREDENTIAL,
  )

  serve(app, operations.followAd, async (request, reply) => {
    const { tenantkey, adid: adId, spotid: spotId } = request.params
    const scope = await openTenant(app, request, tenantkey)
    // Programs that check links send HEAD.
    if (request.method === 'HEAD') return reply.code(204).send()
    const address = await delivery.follow(scope, { adId, spotId })
    return reply.header('cache-control', 'no-store').redirect(address, 302)
  })

  serve(app, operations.getAdImage, async (request, reply) => {
    const { tenantkey, adid, fileid } = request.params
    const scope = await openTenant(app, request, tenantkey)
    const image = await getShownImage(scope, adid, fileid)
    const sent = await sendFile(request, reply, app.files.store, image, { isPublic: true })
    reply.header('cache-control', 'public, max-age=86400')
    return sent
  })
}

/** A web server that calls for its visitors has the limits of its credential instead of those of an address. */
const TAKES_CREDENTIAL = { takesCredential: true } as const

/** @throws 404 for an unknown tenant, and for another one than that of the credential. */
const openTenant = async (app: FastifyInstance, request: FastifyRequest, key: string): Promise<Scope> => {
  const scope = await app.visitorScope(request, { key })
  if (!scope || (request.caller && request.caller.tenant.id !== scope.tenant.id)) throw notFound('tenant')
  return scope
}
