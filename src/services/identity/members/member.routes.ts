import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { withRows } from '#kernel/tenancy/tenant-db'
import { takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { browserName } from '../account/browser-name.ts'
import { loginName } from '../logins.ts'
import { Parameters } from '../oauth/parameters.ts'
import { cookiesOf, memberSessionOf, type PagesContext } from '../pages/context.ts'
import { linkSentPage, memberSignInPage, signedInMemberPage } from '../pages/member-sign-in.page.ts'
import { stillSignedInPage } from '../pages/sign-out.page.ts'
import { attemptSucceeded, countAttempt, isBrowserKnown } from '../sign-in/attempts.ts'
import { EXPIRED_FORM, type FormFault } from '../sign-in/form-faults.ts'
import { browserToken, cookieOptions, formToken, isOwnForm } from '../sign-in/forms.ts'
import { memberNextOf, returnOf } from '../sign-in/next-page.ts'
import { verifyPassword } from '../sign-in/password.ts'
import { canSignOut } from '../sign-in/sign-out.ts'
import { memberAppRoutes } from './member-apps.routes.ts'
import { memberLinkRoutes } from './member-link.routes.ts'
import { memberLinkJob } from './member-links.ts'
import { notifyMember } from './member-notices.ts'
import { type MemberHandler, type MemberRequest, memberPages, startMemberSession } from './member-pages.ts'
import { memberPasswordRoutes } from './member-password.routes.ts'
import { memberSessionRoutes } from './member-sessions.routes.ts'
import { type ActiveMember, findMemberByEmail, guessOf, type MemberWithPassword } from './members.ts'

const WRONG: FormFault = {
  text: 'The email address or the password is wrong. You can have a link mailed instead.',
  status: 422,
}
const NO_ADDRESS: FormFault = { text: 'Enter the email address to which we mail the link.', status: 422 }
/** An address of a mail has at most 254 characters; no login has a longer one. */
const MAX_EMAIL = 254

const PUBLIC = { config: { isPublic: true } } as const

/** Serves sign-in and sign-out of members. They have no rights of staff. */
export const memberRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)
  app.get('/members/:tenantKey/sign-in', PUBLIC, page(showSignIn))
  app.post('/members/:tenantKey/sign-in', PUBLIC, page(signIn))
  app.post('/members/:tenantKey/link', PUBLIC, page(requestLink))
  app.post('/members/:tenantKey/sign-out', PUBLIC, page(signOut))
  memberLinkRoutes(app, context)
  memberPasswordRoutes(app, context)
  memberSessionRoutes(app, context)
  memberAppRoutes(app, context)
}

const showSignIn: MemberHandler = async (asked) => {
  const { context, tenant, paths, request, reply } = asked
  const query = new Parameters(request.query)
  const next = memberNextOf(query, tenant.key)
  const session = await memberSessionOf(context, request, tenant.id)
  if (!session) return sendForm(asked, { next })
  if (next !== undefined) return reply.redirect(next, 303)
  const { displayName, email, hasPassword } = session.member
  const view = { tenantName: tenant.name, displayName, email, hasPassword, paths, formToken: formToken(session.token) }
  const notice = takeNotice(request, reply, context.isSecure(request))
  return sendPage(reply, signedInMemberPage({ ...view, notice }))
}

const signIn: MemberHandler = async (asked) => {
  const { context, tenant, request } = asked
  const entered = await readForm(asked, 'sign-in')
  if ('refused' in entered) return entered.refused
  const { email, form, next, again } = entered
  const member = email.length > MAX_EMAIL ? undefined : await findMemberByEmail(context.system, tenant.id, email)
  const isRight = await verifyPassword(form.get('password') ?? '', member?.passwordHash)
  if (!isRight || !member?.passwordHash) return again(WRONG)
  await attemptSucceeded(context, request, guessOf('sign-in', member))
  const started = await startMemberSession(asked, member, { by: 'password', passwordHash: member.passwordHash })
  if (!started) return again(WRONG)
  if (isNewBrowser(asked, member)) await notifyOfBrowser(asked, member)
  return asked.reply.redirect(next ?? asked.paths.signIn, 303)
}

/** Returns whether the browser is new. The first sign-in is in a new browser by its nature. */
const isNewBrowser = ({ context, request }: MemberRequest, member: MemberWithPassword): boolean =>
  member.lastSignInAt !== null && !isBrowserKnown(context, request, guessOf('sign-in', member).person)

const notifyOfBrowser = (
  { context: { system, clock }, request }: MemberRequest,
  { tenantId, contactId, email }: ActiveMember,
): Promise<void> => {
  const browser = browserName(request.headers['user-agent'] ?? null)
  const notice = { templateKey: 'member-new-browser', contactId, to: email, email, browser } as const
  return system.$transaction(
    (tx) => notifyMember({ db: { tenantId }, clock }, withRows(tx), notice),
    TRANSACTION_LIMITS,
  )
}

/** Responds in the same way, and as fast, for every address: a job finds out whether a member has it. */
const requestLink: MemberHandler = async (asked) => {
  const { context, tenant, paths, reply } = asked
  const entered = await readForm(asked, 'link')
  if ('refused' in entered) return entered.refused
  const { email, next, again } = entered
  if (email === '') return again(NO_ADDRESS)
  if (email.length <= MAX_EMAIL) {
    const request = { tenantId: tenant.id, requestId: randomUUID(), to: { email }, purpose: 'sign-in' } as const
    await enqueueJobs(context.system, [memberLinkJob({ ...request, ...(next !== undefined && { next }) })])
  }
  const form = next === undefined ? paths.signIn : `${paths.signIn}?${new URLSearchParams({ next })}`
  return sendPage(reply, linkSentPage(tenant.name, email.slice(0, MAX_EMAIL), form))
}

const signOut: MemberHandler = async ({ context, tenant, paths, request, reply }) => {
  const form = new Parameters(request.body)
  const session = await memberSessionOf(context, request, tenant.id)
  if (session && !canSignOut(context, request, session.token, form.get('form')))
    return sendPage(reply, stillSignedInPage(paths.signOut, formToken(session.token)), { status: 403 })
  if (session) await context.memberSessions.end(session.token, context.clock.now())
  reply.clearCookie(cookiesOf(context, request).member, cookieOptions(context.isSecure(request)))
  return reply.redirect(memberNextOf(form, tenant.key) ?? paths.signIn, 303)
}

/** Parses the form, and counts the attempt before any work. */
const readForm = async (asked: MemberRequest, purpose: 'sign-in' | 'link') => {
  const { context, tenant, request, reply } = asked
  const form = new Parameters(request.body)
  const next = memberNextOf(form, tenant.key)
  const email = loginName(form.get('email') ?? '')
  const again = (fault: FormFault) => sendForm(asked, { next, email: email.slice(0, MAX_EMAIL), fault })
  if (!isOwnForm(request.cookies[cookiesOf(context, request).form], form.get('form')))
    return { refused: await again(EXPIRED_FORM) }
  const tooMany = await countAttempt(context, request, reply, guessOf(purpose, { tenantId: tenant.id, email }))
  return tooMany ? { refused: await again(tooMany) } : { form, next, email, again }
}

interface FormState {
  next: string | undefined
  email?: string
  fault?: FormFault
}

const sendForm = async (
  { context, tenant, paths, request, reply }: MemberRequest,
  { fault, ...state }: FormState,
): Promise<FastifyReply> => {
  const token = browserToken(request, reply, cookiesOf(context, request).form, context.isSecure(request))
  const leadsTo = await returnOf(context, state.next)
  const view = { ...state, tenantName: tenant.name, paths, formToken: formToken(token) }
  const text = memberSignInPage({ ...view, ...(fault && { fault: fault.text }) })
  return sendPage(reply, text, { status: fault?.status ?? 200, ...(leadsTo !== undefined && { leadsTo }) })
}
