import type { FastifyInstance } from 'fastify'
import { Problem } from '#kernel/errors/problem'
import { keepNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { Parameters } from '../oauth/parameters.ts'
import { memberSessionOf, type PagesContext } from '../pages/context.ts'
import { memberPasswordPage } from '../pages/member-password.page.ts'
import { attemptSucceeded, countAttempt } from '../sign-in/attempts.ts'
import { EXPIRED_FORM, type FormFault } from '../sign-in/form-faults.ts'
import { formToken, isOwnForm } from '../sign-in/forms.ts'
import { isSamePassword, verifyPassword } from '../sign-in/password.ts'
import { setMemberPassword } from './member-changes.ts'
import { type MemberRequest, memberPages, startMemberSession } from './member-pages.ts'
import type { MemberSession } from './member-sessions.ts'
import { findMemberByEmail, guessOf } from './members.ts'

const WRONG = 'The current password is wrong. To set one without it, sign in by a mailed link.'
const UNCHANGED: FormFault = { text: 'The password must differ from the current one.', status: 422, field: 'password' }
const PUBLIC = { config: { isPublic: true } } as const

/** Serves setting a password: after signing in by a link, or with the current password. */
export const memberPasswordRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)

  app.get(
    '/members/:tenantKey/password',
    PUBLIC,
    page(async (asked) => {
      const session = await sessionOf(asked)
      return session ? showForm(asked, session) : asked.reply.redirect(asked.paths.signIn, 303)
    }),
  )

  app.post(
    '/members/:tenantKey/password',
    PUBLIC,
    page(async (asked) => {
      const session = await sessionOf(asked)
      if (!session) return asked.reply.redirect(asked.paths.signIn, 303)
      const form = new Parameters(asked.request.body)
      if (!isOwnForm(session.token, form.get('form'))) return showForm(asked, session, EXPIRED_FORM)
      const fault = await checkCurrent(asked, session, form.get('current') ?? '')
      if (fault) return showForm(asked, session, fault)
      if (!session.isFreshByLink && isSamePassword(form.get('current') ?? '', form.get('password') ?? ''))
        return showForm(asked, session, UNCHANGED)
      return savePassword(asked, session, form.get('password') ?? '')
    }),
  )
}

const sessionOf = ({ context, request, tenant }: MemberRequest): Promise<MemberSession | undefined> =>
  memberSessionOf(context, request, tenant.id)

const showForm = (
  { tenant, paths, reply }: MemberRequest,
  { member, token, isFreshByLink }: MemberSession,
  fault?: FormFault,
) => {
  const view = {
    tenantName: tenant.name,
    email: member.email,
    hasPassword: member.hasPassword,
    paths,
    formToken: formToken(token),
    needsCurrent: !isFreshByLink,
  }
  return sendPage(reply, memberPasswordPage({ ...view, ...(fault && { fault }) }), {
    status: fault?.status ?? 200,
  })
}

/** Counts guesses: a stolen session must not be enough to find out the password. */
const checkCurrent = async (
  { context, request, reply, tenant }: MemberRequest,
  { member, isFreshByLink }: MemberSession,
  current: string,
): Promise<FormFault | undefined> => {
  if (isFreshByLink) return undefined
  const guess = guessOf('sign-in', member)
  const tooMany = await countAttempt(context, request, reply, guess)
  if (tooMany) return tooMany
  const found = await findMemberByEmail(context.system, tenant.id, member.email)
  if (!(await verifyPassword(current, found?.passwordHash))) return { text: WRONG, status: 422, field: 'current' }
  await attemptSucceeded(context, request, guess)
  return undefined
}

const savePassword = async (asked: MemberRequest, session: MemberSession, password: string) => {
  const { context, tenant, paths, request, reply } = asked
  const { id } = session.member
  const actor = { kind: 'member', id } as const
  const recorder = { actor, db: { tenantId: tenant.id }, clock: context.clock, requestId: request.id }
  let saved: Awaited<ReturnType<typeof setMemberPassword>>
  try {
    saved = await setMemberPassword(context, recorder, session.member, password)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 400) throw error
    const text = `The password ${error.errors[0]?.message ?? 'is not valid'}.`
    return showForm(asked, session, { text, status: 422, field: 'password' })
  }
  await context.credentials.settled()
  // The new session starts after the end of the earlier ones.
  const proof = { by: 'password', passwordHash: saved.hash } as const
  await startMemberSession(asked, session.member, proof, new Date(saved.endedAt.getTime() + 1))
  keepNotice(reply, context.isSecure(request), { kind: 'done', text: 'Your password is saved.' })
  return reply.redirect(paths.signIn, 303)
}
