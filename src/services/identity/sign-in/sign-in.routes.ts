import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '#prisma/client'
import { type Notice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { findActiveLogin, loginName } from '../logins.ts'
import { Parameters } from '../oauth/parameters.ts'
import { cookiesOf, type PagesContext, sessionOf } from '../pages/context.ts'
import { signInPage } from '../pages/sign-in.page.ts'
import { stillSignedInPage } from '../pages/sign-out.page.ts'
import { startPending } from '../second-factor/pending-sign-ins.ts'
import { findSecondFactors, hasSecondFactor } from '../second-factor/second-factors.ts'
import { attemptSucceeded, countAttempt } from './attempts.ts'
import { EXPIRED_FORM, type FormFault } from './form-faults.ts'
import { browserToken, cookieOptions, formToken, isOwnForm } from './forms.ts'
import { landingOf, returnOf, SECOND_FACTOR_PATH, staffNextOf, withNext } from './next-page.ts'
import { verifyPassword } from './password.ts'
import { canSignOut } from './sign-out.ts'
import { startStaffSession } from './start-session.ts'

const WRONG: FormFault = { text: 'The email address or the password is wrong.', status: 422 }
const PUBLIC = { config: { isPublic: true } } as const

/** Serves sign-in and sign-out of staff. */
export const signInRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get('/sign-in', PUBLIC, async (request, reply) => {
    const query = new Parameters(request.query)
    const next = staffNextOf(query)
    const session = await sessionOf(context, request)
    if (session) return reply.redirect(next ?? (await landingOf(context, session.login.id)), 303)
    const notice = takeNotice(request, reply, context.isSecure(request))
    return sendForm(context, request, reply, { next, notice })
  })

  app.post('/sign-in', PUBLIC, async (request, reply) => {
    const form = new Parameters(request.body)
    const next = staffNextOf(form)
    const email = loginName(form.get('email') ?? '')
    const again = (fault: FormFault) => sendForm(context, request, reply, { next, email, fault })
    if (!isOwnForm(request.cookies[cookiesOf(context, request).form], form.get('form'))) return again(EXPIRED_FORM)
    const tooMany = await countAttempt(context, request, reply, { subject: email })
    if (tooMany) return again(tooMany)
    const login = await checkPassword(context, email, form.get('password') ?? '')
    if (!login) return again(WRONG)
    await attemptSucceeded(context, request, { subject: email })
    if (hasSecondFactor(await findSecondFactors(context.system, login.id)))
      return askSecondFactor(context, request, reply, login, next)
    if (!(await startStaffSession(context, { request, reply }, login))) return again(WRONG)
    return reply.redirect(next ?? (await landingOf(context, login.id)), 303)
  })

  app.post('/sign-out', PUBLIC, async (request, reply) => {
    const form = new Parameters(request.body)
    const session = await sessionOf(context, request)
    if (session && !canSignOut(context, request, session.token, form.get('form')))
      return sendPage(reply, stillSignedInPage('/sign-out', formToken(session.token)), { status: 403 })
    if (session) await context.sessions.end(session.token, context.clock.now())
    reply.clearCookie(cookiesOf(context, request).session, cookieOptions(context.isSecure(request)))
    return reply.redirect(staffNextOf(form) ?? '/sign-in', 303)
  })
}

const askSecondFactor = async (
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  login: Login,
  next: string | undefined,
): Promise<FastifyReply> => {
  const token = await startPending(context.system, login, next, context.clock.now())
  reply.setCookie(cookiesOf(context, request).pending, token, cookieOptions(context.isSecure(request)))
  return reply.redirect(withNext(SECOND_FACTOR_PATH, next), 303)
}

interface FormState {
  next: string | undefined
  email?: string
  notice?: Notice | undefined
  fault?: FormFault
}

const sendForm = async (
  context: PagesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, ...state }: FormState,
): Promise<FastifyReply> => {
  const token = browserToken(request, reply, cookiesOf(context, request).form, context.isSecure(request))
  const leadsTo = await returnOf(context, state.next)
  const text = signInPage({ ...state, ...(fault && { fault: fault.text }), formToken: formToken(token) })
  return sendPage(reply, text, { status: fault?.status ?? 200, ...(leadsTo !== undefined && { leadsTo }) })
}

/** Returns the login with this password. Rejecting an unknown or disabled login takes as long as a wrong password. */
const checkPassword = async ({ system }: PagesContext, email: string, password: string): Promise<Login | undefined> => {
  const login = await findActiveLogin(system, email)
  return (await verifyPassword(password, login?.passwordHash)) ? login : undefined
}
