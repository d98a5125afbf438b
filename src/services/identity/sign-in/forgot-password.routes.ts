import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { keepNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { passwordFault } from '../account/password.routes.ts'
import { resetByLink } from '../login-changes.ts'
import { loginName, MAX_EMAIL } from '../logins.ts'
import { findLoginLink } from '../mail/login-links.ts'
import { resetJob } from '../mail/login-mails.ts'
import { Parameters } from '../oauth/parameters.ts'
import { cookiesOf, type PagesContext } from '../pages/context.ts'
import { brokenResetPage, forgotPage, resetPage, resetSentPage } from '../pages/forgot-password.page.ts'
import { countAttempt, rememberBrowser } from './attempts.ts'
import { EXPIRED_FORM, type FormFault } from './form-faults.ts'
import { browserToken, formToken, isOwnForm } from './forms.ts'
import { staffNextOf, withNext } from './next-page.ts'

const PUBLIC = { config: { isPublic: true } } as const
/** The path contains a secret. */
const SECRET = { config: { isPublic: true, hasSecretPath: true } } as const
const SAVED = { kind: 'done', text: 'Your new password is saved. Sign in with it.' } as const
const NO_ADDRESS: FormFault = { text: 'Enter the email address that you sign in with.', status: 422 }

interface Asked {
  context: PagesContext
  request: FastifyRequest
  reply: FastifyReply
}

/** Serves resetting a forgotten password by a mailed link. */
export const forgotPasswordRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = (handle: (asked: Asked) => Promise<FastifyReply>) => (request: FastifyRequest, reply: FastifyReply) =>
    handle({ context, request, reply })

  app.get(
    '/forgot-password',
    PUBLIC,
    page((asked) => showForm(asked, { next: staffNextOf(new Parameters(asked.request.query)) })),
  )
  app.post('/forgot-password', PUBLIC, page(requestLink))
  app.get('/reset-password/:link', SECRET, page(showReset))
  app.post('/reset-password/:link', SECRET, page(resetPassword))
}

const tokenOf = ({ context, request, reply }: Asked): string =>
  formToken(browserToken(request, reply, cookiesOf(context, request).form, context.isSecure(request)))

const isOwn = ({ context, request }: Asked, form: Parameters): boolean =>
  isOwnForm(request.cookies[cookiesOf(context, request).form], form.get('form'))

interface FormState {
  /** The page to which the person wanted to go. */
  next: string | undefined
  email?: string
  fault?: FormFault
}

const showForm = async (asked: Asked, { next, email = '', fault }: FormState): Promise<FastifyReply> =>
  sendPage(asked.reply, forgotPage({ formToken: tokenOf(asked), next, email, fault: fault?.text }), {
    status: fault?.status ?? 200,
  })

/** Responds in the same way, and as fast, for every address: a job finds out whether a login has it. */
const requestLink = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply } = asked
  const form = new Parameters(request.body)
  const email = loginName(form.get('email') ?? '')
  const state = { next: staffNextOf(form), email: email.slice(0, MAX_EMAIL) }
  if (!isOwn(asked, form)) return showForm(asked, { ...state, fault: EXPIRED_FORM })
  if (email === '') return showForm(asked, { ...state, fault: NO_ADDRESS })
  const tooMany = await countAttempt(context, request, reply, { subject: `reset ${email}`, person: email })
  if (tooMany) return showForm(asked, { ...state, fault: tooMany })
  if (email.length <= MAX_EMAIL)
    await enqueueJobs(context.system, [resetJob({ email }, context.clock.now(), state.next)])
  return sendPage(reply, resetSentPage(state))
}

const linkOf = ({ request }: Asked): string => (request.params as { link: string }).link

/** Shows the form of a link. Opening it changes nothing: programs open the links of mails, too. */
const showReset = async (asked: Asked, fault?: FormFault): Promise<FastifyReply> => {
  const { context, reply } = asked
  const link = linkOf(asked)
  const found = await findLoginLink(context.system, link, context.clock.now())
  if (!found) return sendPage(reply, brokenResetPage(), { status: 410 })
  const { email } = found.login
  const view = { email, action: `/reset-password/${link}`, formToken: tokenOf(asked), ...(fault && { fault }) }
  return sendPage(reply, resetPage(view), { status: fault?.status ?? 200 })
}

/** Resets the password. The person then signs in, with the second factor if it has one. */
const resetPassword = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply } = asked
  const form = new Parameters(request.body)
  if (!isOwn(asked, form)) return showReset(asked, EXPIRED_FORM)
  try {
    const used = await resetByLink(context, linkOf(asked), form.get('password') ?? '', context.clock.now())
    if (!used) return sendPage(reply, brokenResetPage(), { status: 410 })
    const { login, next } = used
    await context.credentials.settled()
    rememberBrowser(context, request, reply, login.email)
    request.log.info({ loginId: login.id }, 'password reset by a mailed link')
    keepNotice(reply, context.isSecure(request), SAVED)
    return reply.redirect(withNext('/sign-in', next ?? undefined), 303)
  } catch (error) {
    return showReset(asked, passwordFault(error))
  }
}
