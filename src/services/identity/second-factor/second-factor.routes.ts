import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { Parameters } from '../oauth/parameters.ts'
import { cookiesOf, type PagesContext } from '../pages/context.ts'
import { attemptSucceeded, countAttempt } from '../sign-in/attempts.ts'
import { EXPIRED_FORM, type FormFault } from '../sign-in/form-faults.ts'
import { cookieOptions, formToken, isOwnForm } from '../sign-in/forms.ts'
import { landingOf, SECOND_FACTOR_PATH, staffNextOf, withNext } from '../sign-in/next-page.ts'
import { startStaffSession } from '../sign-in/start-session.ts'
import { PASSKEY_SCRIPT, PASSKEY_SCRIPT_PATH } from './passkey-script.ts'
import { authenticationOptions, usePasskey } from './passkeys.ts'
import { endPending, findPending, type PendingSignIn, setChallenge, takeChallenge } from './pending-sign-ins.ts'
import { secondFactorPage } from './second-factor.page.ts'
import { findSecondFactors } from './second-factors.ts'
import { kindOfCode, useCode } from './use-code.ts'

const PUBLIC = { config: { isPublic: true } } as const
const PATH = SECOND_FACTOR_PATH
const EXPIRED = { kind: 'refused', text: 'The sign-in has expired. Please sign in again.' } as const
const WRONG: FormFault = { text: 'The code is wrong, or was used before.', status: 422, field: 'code' }
const WRONG_PASSKEY: FormFault = { text: 'The passkey could not be used. Try again, or use a code.', status: 422 }

interface Asked {
  context: PagesContext
  request: FastifyRequest
  reply: FastifyReply
  /** The cookie of the sign-in. */
  token: string
  pending: PendingSignIn
}

/** Serves the second step of signing in, for logins with a second factor. */
export const secondFactorRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const step =
    (handle: (asked: Asked) => Promise<FastifyReply>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const token = request.cookies[cookiesOf(context, request).pending] ?? ''
      const pending = await findPending(context.system, token, context.clock.now())
      if (pending) return handle({ context, request, reply, token, pending })
      const next = staffNextOf(new Parameters(request.method === 'POST' ? request.body : request.query))
      keepNotice(reply, context.isSecure(request), EXPIRED)
      return reply.redirect(withNext('/sign-in', next), 303)
    }
  app.get(PATH, PUBLIC, step(showForm))
  app.post(PATH, PUBLIC, step(completeSignIn))
}

/** Serves the script of passkeys, apart from the pages: it is cached, so that it must set no cookie. */
export const passkeyScript = (app: FastifyInstance): void => {
  app.get(PASSKEY_SCRIPT_PATH, { ...PUBLIC, logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/javascript; charset=utf-8')
    return PASSKEY_SCRIPT
  })
}

const showForm = async (asked: Asked, fault?: FormFault): Promise<FastifyReply> => {
  const { context, request, reply, token, pending } = asked
  const { system } = context
  const { hasApp, passkeys } = await findSecondFactors(system, pending.login.id)
  const options = passkeys.length > 0 && (await authenticationOptions(context.issuer(request), passkeys))
  if (options) await setChallenge(system, pending.id, options.challenge)
  const view = { hasApp, email: pending.login.email, next: pending.next ?? undefined, formToken: formToken(token) }
  const text = secondFactorPage({
    ...view,
    ...(fault && { fault }),
    ...(options && { options: JSON.stringify(options) }),
  })
  return sendPage(reply, text, { status: fault?.status ?? 200, hasScript: true })
}

const completeSignIn = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply, token, pending } = asked
  const { login } = pending
  const form = new Parameters(request.body)
  if (!isOwnForm(token, form.get('form'))) return showForm(asked, EXPIRED_FORM)
  const code = form.get('response') === undefined ? kindOfCode(form.get('code') ?? '') : 'secret'
  const guess = { subject: `code ${login.email}`, person: login.email, code }
  const tooMany = await countAttempt(context, request, reply, guess)
  if (tooMany) return showForm(asked, tooMany)
  const fault = await checkFactor(asked, form)
  if (fault) return showForm(asked, fault)
  await attemptSucceeded(context, request, guess)
  const isFirst = await endPending(context.system, pending.id)
  if (!isFirst || !(await startStaffSession(context, { request, reply }, login)))
    return reply.redirect(withNext('/sign-in', pending.next ?? undefined), 303)
  reply.clearCookie(cookiesOf(context, request).pending, cookieOptions(context.isSecure(request)))
  return reply.redirect(pending.next ?? (await landingOf(context, login.id)), 303)
}

const checkFactor = async (asked: Asked, form: Parameters): Promise<FormFault | undefined> => {
  const response = form.get('response')
  if (response !== undefined) return (await isPasskeyRight(asked, response)) ? undefined : WRONG_PASSKEY
  return (await isCodeRight(asked, form.get('code') ?? '')) ? undefined : WRONG
}

const isPasskeyRight = async ({ context, request, pending }: Asked, response: string): Promise<boolean> => {
  const { system, clock } = context
  const { challenge, login } = pending
  if (challenge === null || !(await takeChallenge(system, pending.id, challenge))) return false
  return usePasskey(system, login.id, { origin: context.issuer(request), challenge, response }, clock.now())
}

const isCodeRight = ({ context, pending }: Asked, entered: string): Promise<boolean> =>
  useCode(context, pending.login.id, { entered, purpose: 'sign in' }, context.clock.now())
