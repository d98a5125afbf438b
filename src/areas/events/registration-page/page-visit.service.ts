import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { MemberVisit } from '#services/identity/members/member-visits'
import type { FormValues } from '#services/pages/form-values'
import { html } from '#services/pages/html'
import { page } from '#services/pages/layout'
import { sendPage } from '#services/pages/send-page'
import type { Environment } from './form/page-form.input.ts'
import { FIELD } from './page-fields.model.ts'
import { createPublicOperations, type PublicOperations } from './public-operations.service.ts'

interface PageParams {
  tenantKey: string
  eventId: string
  /** The token of a link, or the key of a cart. */
  secret?: string
}

export type PageRequest = FastifyRequest<{ Params: PageParams }>

/** Who is signed in, and where others sign in. */
export interface SignInView {
  member: { name: string; formToken: string } | null
  /**
   * Returns the address at which a member signs in and returns to a page, by default that of the event; null if members cannot
   * sign in.
   */
  pathFrom(page?: string): string | null
}

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
  /** The member for which the operations are called; undefined for a stranger. */
  member: MemberVisit | undefined
  signIn: SignInView
}

/** Visits the page as a stranger, also if a member is signed in. @throws 404 for an unknown tenant. */
export const visitPage = async (app: FastifyInstance, request: PageRequest, reply: FastifyReply): Promise<PageVisit> =>
  visitOf(app, request, reply, { scope: await scopeOf(app, request), member: undefined })

/** Visits the page as the member that is signed in, if there is one. @throws 404 for an unknown tenant. */
export const visitOwnPage = async (
  app: FastifyInstance,
  request: PageRequest,
  reply: FastifyReply,
): Promise<PageVisit> => {
  const scope = await scopeOf(app, request)
  return visitOf(app, request, reply, { scope, member: await app.memberVisits.find(request, scope.tenant.id) })
}

/** Only the name of the organization is read by it: everything else comes from the public operations. */
const scopeOf = async (app: FastifyInstance, request: PageRequest): Promise<Scope> => {
  const scope = await app.visitorScope(request, { key: request.params.tenantKey })
  if (!scope) throw notFound('event')
  return scope
}

const visitOf = (
  app: FastifyInstance,
  request: PageRequest,
  reply: FastifyReply,
  { scope: { tenant, clock }, member }: { scope: Scope; member: MemberVisit | undefined },
): PageVisit => {
  const { eventId } = request.params
  const path = `/events/${tenant.key}/${eventId}`
  return {
    request,
    reply,
    organization: tenant.name,
    now: clock.now(),
    origin: new URL(app.feedAddresses.origin(request)).origin,
    path,
    operations: createPublicOperations(app, request, { tenantKey: tenant.key, eventId: Number(eventId) }, member),
    member,
    signIn: {
      member: member ? { name: member.displayName, formToken: member.formToken } : null,
      pathFrom: (page) => app.memberVisits.signInPath(tenant.key, page ?? path),
    },
  }
}

/**
 * Returns whether a form was made for another session, or before the visitor signed in or out: its prices are not those of the
 * visitor. A form of another site is one as well.
 */
export const isFormOfOtherVisit = ({ member }: PageVisit, values: FormValues): boolean => {
  const sent = values.get(FIELD.form)
  return member ? !member.isOwnForm(sent) : sent !== undefined
}

export const OTHER_VISIT = {
  field: null,
  message: 'You have signed in or out since this page was opened. Check it, and continue.',
} as const

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
