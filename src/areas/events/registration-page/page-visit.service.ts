import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#kernel/errors/problem'
import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import { sendPage } from '#services/pages/send-page'
import type { Environment } from './form/page-form.input.ts'
import { createPublicOperations, type PublicOperations } from './public-operations.service.ts'

interface PageParams {
  tenantKey: string
  eventId: string
  /** The token of a link, or the key of a cart. */
  secret?: string
}

export type PageRequest = FastifyRequest<{ Params: PageParams }>

/** A request to the page of an event. */
export interface PageVisit {
  request: PageRequest
  reply: FastifyReply
  organization: string
  now: Date
  /** The origin of this server, as the visitor knows it. */
  origin: string
  /** The path of the page. */
  path: string
  operations: PublicOperations
}

/** @throws 404 for an unknown tenant. */
export const visitPage = async (
  app: FastifyInstance,
  request: PageRequest,
  reply: FastifyReply,
): Promise<PageVisit> => {
  const { tenantKey, eventId } = request.params
  // Only the name of the organization: everything else comes from the public operations.
  const scope = await app.visitorScope(request, { key: tenantKey })
  if (!scope) throw notFound('event')
  return {
    request,
    reply,
    organization: scope.tenant.name,
    now: scope.clock.now(),
    origin: new URL(app.feedAddresses.origin(request)).origin,
    path: `/events/${scope.tenant.key}/${eventId}`,
    operations: createPublicOperations(app, request, { tenantKey: scope.tenant.key, eventId: Number(eventId) }),
  }
}

/** Reads what the form of the event needs. @throws 404 for an event that does not exist, or is not published. */
export const readForm = async ({ operations }: PageVisit, code: string | undefined): Promise<Environment> => {
  const { Data } = await operations.readEnvironment(code)
  if (!Data) throw notFound('event')
  return Data
}

/** Sends a page with a message and a link back to the form. */
export const sendMessage = (
  { reply, organization, path }: PageVisit,
  {
    title,
    text,
    status = 200,
    link = 'Start again',
  }: { title: string; text: string; status?: number; link?: string | null },
): FastifyReply =>
  sendPage(
    reply,
    page(
      title,
      html`<h1>${title}</h1><p class="soft wrap" role="status">${text}</p>${link !== null && html`<p><a href="${path}">${link}</a></p>`}`,
      { isForm: true, brand: organization },
    ),
    { status },
  )
