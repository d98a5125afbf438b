import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import fp from 'fastify-plugin'
import type { Operation } from '#kernel/contract/schema'
import { forbidden } from '#kernel/errors/problem'
import { callOperation, type OperationInput, type OperationResponse } from '#services/calls/call-operation'
import { ofInstallation } from '#services/mail/staff-links'
import { formPages } from '#services/pages/form-pages'
import { FormValues } from '#services/pages/form-values'
import { keepNotice, type Notice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import type { PageCallers } from '../auth/page-callers.ts'
import { type PagesContext, rememberInstallation, sessionOf } from './pages/context.ts'
import { staleFormPage } from './pages/stale-form.page.ts'
import { listSeats, type StaffSeat } from './seats.ts'
import { listClosedSeats, SET_UP_PATH } from './second-factor/requirement.ts'
import { formToken, isOwnForm, isSentFromElsewhere, isSentFromHere } from './sign-in/forms.ts'
import { withNext } from './sign-in/next-page.ts'
import { countSessions } from './sign-in/rate-sessions.ts'
import type { Session } from './sign-in/sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns the handler of a page of staff: finds the session, and redirects to the sign-in page without one. */
    staffPage(handle: StaffPageHandler): RouteHandlerMethod
  }
  interface FastifyContextConfig {
    /** A page that takes a file: its body is passed on as it arrives. */
    isUpload?: boolean
  }
}

const SIGNED_OUT: Notice = {
  kind: 'refused',
  text: 'You were signed out. Nothing was changed. Sign in and repeat it.',
}
const NEEDS_FACTOR: Notice = {
  kind: 'refused',
  text: 'Nothing was changed yet. Set up a second factor, and then send the form again.',
}
const UNKNOWN_SOURCE = 'Your browser does not state which page has sent the file. Use a current browser.'

/** A request of a signed-in member of staff to a page. */
export interface StaffRequest {
  request: FastifyRequest
  reply: FastifyReply
  /** The signed-in person. */
  login: Session['login']
  sessionId: number
  /** The organizations that the person has access to, by name. */
  seats: readonly StaffSeat[]
  /** Those of them that require a second factor, which the person does not have: their pages lead to its set-up. */
  closedSeats: readonly StaffSeat[]
  /** The field `form` of every form of the page. A form without it is refused before the handler. */
  formToken: string
  /** The address of the pages of the own account, which belong to this installation. */
  accountPath: string
  /** The fields of the form of a POST. */
  form: FormValues
  /** Calls a public operation in one of the organizations, with the scopes of the person's role in it. */
  call<O extends Operation>(seat: StaffSeat, operation: O, input?: OperationInput<O>): Promise<OperationResponse<O>>
}

export type StaffPageHandler = (asked: StaffRequest) => Promise<FastifyReply>

/** Prepares a plugin for pages of staff: cookies are read, the only bodies are forms, and errors are pages. */
export const staffPages = fp(async (app) => {
  app.addHook('onRoute', countSessions)
  await app.register(formPages)
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
  await app.register(cookie)
})

/** Makes `app.staffPage`. @param app the application, to which the calls of pages are sent. */
export const staffPageMaker =
  (app: FastifyInstance, context: PagesContext, pages: PageCallers) =>
  (handle: StaffPageHandler): RouteHandlerMethod =>
  async (request, reply) => {
    // Otherwise browsers send no Origin with the forms of the page.
    reply.header('referrer-policy', 'same-origin')
    rememberInstallation(context, request, reply)
    const session = await sessionOf(context, request)
    if (!session) return leadTo('/sign-in', SIGNED_OUT, context, request, reply)
    const form = formOf(request)
    if (await refusesForm(context, request, reply, session, form)) return reply
    const { login } = session
    const seats = await listSeats(context, login.id)
    const closedSeats = await listClosedSeats(context.system, login.id, seats)
    const tenant = tenantOf(request)
    if (closedSeats.some(({ tenantKey }) => tenantKey === tenant))
      return leadTo(SET_UP_PATH, NEEDS_FACTOR, context, request, reply)
    return handle({
      request,
      reply,
      login,
      sessionId: Number(session.id),
      seats,
      closedSeats,
      form,
      formToken: formToken(session.token),
      accountPath: ofInstallation('/account', context.installation),
      call: async ({ tenantId }, operation, input) => {
        if (closedSeats.some((closed) => closed.tenantId === tenantId))
          throw forbidden('The organization requires a second factor. Set one up first.')
        return pages.lend({ tenantId, loginId: login.id }, (token) =>
          callOperation(app, { for: request, token }, operation, input),
        )
      },
    })
  }

/** Returns the key of the organization that a page belongs to, by the parameter `tenant` of its path. */
const tenantOf = ({ params }: FastifyRequest): string | undefined => (params as { tenant?: string }).tenant

/**
 * Refuses a form of another site, and shows one that is stale again. Returns whether the request has its response. Of an upload, the
 * fields arrive with the file: its browser must state that it is from here.
 */
const refusesForm = async (
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, login }: Session,
  form: FormValues,
): Promise<boolean> => {
  if (isRead(request)) return false
  const origin = context.issuer(request)
  if (isSentFromElsewhere(request, origin)) throw forbidden('The form is from another site.')
  const { isUpload } = request.routeOptions.config
  if (isUpload && !isSentFromHere(request, origin)) throw forbidden(UNKNOWN_SOURCE)
  const sent = form.get('form') ?? ''
  if (isUpload || isOwnForm(token, sent)) return false
  const stale = staleFormPage({
    form,
    action: request.url,
    page: pageOfForm(context, request),
    email: login.email,
    isOwn: await context.sessions.hasForm(login.id, sent),
    formToken: formToken(token),
  })
  sendPage(reply, stale, { status: 403 })
  return true
}

/** Returns the fields of a form. The body of an upload is passed on as it arrives. */
const formOf = ({ body, routeOptions }: FastifyRequest): FormValues =>
  new FormValues(routeOptions.config.isUpload ? undefined : body)

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

/** Leads to a page from which the person returns to the page, or from a form to the page that contained it. A form is lost: the notice says so. */
const leadTo = (
  path: string,
  notice: Notice,
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (isRead(request)) return reply.redirect(withNext(path, request.url), 303)
  keepNotice(reply, context.isSecure(request), notice)
  return reply.redirect(withNext(path, pageOfForm(context, request)), 303)
}

/** Returns the page of this server that contained the form; undefined if the browser does not state it. */
const pageOfForm = (context: PagesContext, request: FastifyRequest): string | undefined => {
  const { referer } = request.headers
  const origin = context.issuer(request)
  return referer?.startsWith(`${origin}/`) ? referer.slice(origin.length) : undefined
}
