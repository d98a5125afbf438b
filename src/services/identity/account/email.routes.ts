import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#kernel/errors/problem'
import { keepNotice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import {
  cancelEmailChange,
  confirmEmailChange,
  findEmailChange,
  findLinkedChange,
  parseNewEmail,
  requestEmailChange,
} from '../email-change/email-changes.ts'
import { Parameters } from '../oauth/parameters.ts'
import { addressSubjectOf } from '../own-login/own-email.ts'
import type { PagesContext } from '../pages/context.ts'
import { attemptSucceeded, countAttempt, rememberBrowser } from '../sign-in/attempts.ts'
import type { FormFault } from '../sign-in/form-faults.ts'
import { verifyPassword } from '../sign-in/password.ts'
import type { StaffRequest } from '../staff-pages.ts'
import { zoneOf } from './account-layout.ts'
import { brokenEmailLinkPage, confirmEmailPage, emailPage } from './email.page.ts'

const PUBLIC = { config: { isPublic: true } } as const
/** The path contains a secret. */
const SECRET = { config: { isPublic: true, hasSecretPath: true } } as const
const PATH = '/account/email'
const LINK = `${PATH}/confirm/:link`
const SENT = { kind: 'done', text: 'A link is on its way to the new address.' } as const
const KEPT = { kind: 'done', text: 'Your address stays as it is. The link no longer works.' } as const
const WRONG: FormFault = { text: 'The password is wrong.', status: 422, field: 'current' }

type Asked = StaffRequest & { context: PagesContext }

/**
 * Serves the change of the own address. The new one is confirmed by a link, in a session of the login: a mistyped
 * address gives its owner nothing.
 */
export const emailRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = (handle: (asked: Asked) => Promise<FastifyReply>) =>
    app.staffPage((asked) => handle({ ...asked, context }))
  app.get(
    PATH,
    PUBLIC,
    page((asked) => showForm(asked)),
  )
  app.post(PATH, PUBLIC, page(requestChange))
  app.post(`${PATH}/cancel`, PUBLIC, page(cancelChange))
  app.get(LINK, SECRET, page(showLink))
  app.post(LINK, SECRET, page(confirmChange))
}

const showForm = async (asked: Asked, fault?: FormFault): Promise<FastifyReply> => {
  const { context, request, reply, login, seats, formToken, form } = asked
  const pending = await findEmailChange(context.system, login.id, context.clock.now())
  const view = {
    email: login.email,
    pending,
    formToken,
    timeZone: zoneOf(seats),
    notice: fault ? undefined : takeNotice(request, reply, context.isSecure(request)),
    entered: (fault && form.get('email')) ?? '',
    ...(fault && { fault }),
  }
  return sendPage(reply, emailPage(view), { status: fault?.status ?? 200 })
}

const requestChange = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply, login } = asked
  const email = newEmailOf(asked)
  if (typeof email !== 'string') return showForm(asked, email)
  const fault =
    (await checkPassword(asked)) ??
    (await countAttempt(context, request, reply, { subject: addressSubjectOf(login.email) }))
  if (fault) return showForm(asked, fault)
  await requestEmailChange(context, login, email, context.clock.now())
  keepNotice(reply, context.isSecure(request), SENT)
  return reply.redirect(PATH, 303)
}

const cancelChange = async ({ context, request, reply, login }: Asked): Promise<FastifyReply> => {
  await cancelEmailChange(context.system, login.id)
  keepNotice(reply, context.isSecure(request), KEPT)
  return reply.redirect(PATH, 303)
}

const newEmailOf = ({ form, login }: Asked): string | FormFault => {
  try {
    return parseNewEmail(form.get('email') ?? '', login.email)
  } catch (error) {
    const [fault] = error instanceof Problem && error.status === 400 ? error.errors : []
    if (!fault) throw error
    return { text: `The new address ${fault.message}.`, status: 422, field: 'email' }
  }
}

const checkPassword = async ({ context, request, reply, login }: Asked): Promise<FormFault | undefined> => {
  const guess = { subject: login.email }
  const tooMany = await countAttempt(context, request, reply, guess)
  if (tooMany) return tooMany
  const found = await context.system.login.findFirst({ where: { id: login.id, disabledAt: null } })
  // Not FormValues, which trims: passwords can begin with a space.
  const entered = new Parameters(request.body).get('current') ?? ''
  if (!(await verifyPassword(entered, found?.passwordHash))) return WRONG
  await attemptSucceeded(context, request, guess)
  return undefined
}

const linkOf = ({ request }: Asked): string => (request.params as { link: string }).link

const showLink = async (asked: Asked): Promise<FastifyReply> => {
  const { context, reply, login, formToken } = asked
  const link = linkOf(asked)
  const change = await findLinkedChange(context.system, link, login.id, context.clock.now())
  if (!change) return sendPage(reply, brokenEmailLinkPage(login.email), { status: 410 })
  const view = { email: login.email, newEmail: change.email, action: `${PATH}/confirm/${link}`, formToken }
  return sendPage(reply, confirmEmailPage(view))
}

const confirmChange = async (asked: Asked): Promise<FastifyReply> => {
  const { context, request, reply, login } = asked
  const { system, clock } = context
  const recorder = { actor: { kind: 'login', id: login.id }, clock, requestId: request.id } as const
  try {
    const email = await confirmEmailChange({ system, recorder }, login.id, linkOf(asked), clock.now())
    if (email === undefined) return sendPage(reply, brokenEmailLinkPage(login.email), { status: 410 })
    rememberBrowser(context, request, reply, email)
    keepNotice(reply, context.isSecure(request), { kind: 'done', text: `You sign in with ${email} from now on.` })
    return reply.redirect(PATH, 303)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 409) throw error
    return showForm(asked, { text: error.message, status: 409, field: 'email' })
  }
}
