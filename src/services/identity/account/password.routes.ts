import type { FastifyInstance } from 'fastify'
import { Problem } from '#kernel/errors/problem'
import { keepNotice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { changeOwnPassword } from '../login-changes.ts'
import { Parameters } from '../oauth/parameters.ts'
import type { PagesContext } from '../pages/context.ts'
import { attemptSucceeded, countAttempt } from '../sign-in/attempts.ts'
import type { FormFault } from '../sign-in/form-faults.ts'
import { startStaffSession } from '../sign-in/start-session.ts'
import type { StaffRequest } from '../staff-pages.ts'
import { passwordPage } from './password.page.ts'

const PUBLIC = { config: { isPublic: true } } as const
const SAVED = { kind: 'done', text: 'Your password is changed. You are signed out everywhere else.' } as const
const WRONG: FormFault = { text: 'The current password is wrong.', status: 422, field: 'current' }

/** Serves the change of the own password. Requires the current one, because a session can be left open or stolen. */
export const passwordRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    '/account/password',
    PUBLIC,
    app.staffPage(async (asked) => showForm(context, asked)),
  )
  app.post(
    '/account/password',
    PUBLIC,
    app.staffPage(async (asked) => {
      const { request, reply, login } = asked
      const guess = { subject: login.email }
      const tooMany = await countAttempt(context, request, reply, guess)
      if (tooMany) return showForm(context, asked, tooMany)
      const saved = await savePassword(context, asked)
      // A new password is refused only after the current one was right.
      if (saved !== WRONG) await attemptSucceeded(context, request, guess)
      if ('text' in saved) return showForm(context, asked, saved)
      await context.credentials.settled()
      // The new session starts after the end of the earlier ones.
      await startStaffSession(context, { request, reply }, saved.login, new Date(saved.at.getTime() + 1))
      keepNotice(reply, context.isSecure(request), SAVED)
      return reply.redirect('/account/password', 303)
    }),
  )
}

const savePassword = async (context: PagesContext, { request, login }: StaffRequest) => {
  // Not FormValues, which trims: passwords can begin with a space.
  const form = new Parameters(request.body)
  const entered = { current: form.get('current') ?? '', next: form.get('password') ?? '' }
  const at = context.clock.now()
  try {
    const changed = await changeOwnPassword(context, login.id, entered, at)
    return changed ? { login: changed, at } : WRONG
  } catch (error) {
    return passwordFault(error)
  }
}

/** Returns what is wrong with a new password. Throws all other errors. */
export const passwordFault = (error: unknown): FormFault => {
  const [fault] = error instanceof Problem && error.status === 400 ? error.errors : []
  if (!fault) throw error
  return { text: `The password ${fault.message}.`, status: 422, field: 'password' }
}

const showForm = (context: PagesContext, { request, reply, login, formToken }: StaffRequest, fault?: FormFault) => {
  const notice = fault ? undefined : takeNotice(request, reply, context.isSecure(request))
  const view = { email: login.email, formToken, notice, ...(fault && { fault }) }
  return sendPage(reply, passwordPage(view), { status: fault?.status ?? 200 })
}
