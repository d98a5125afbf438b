import { badInput, Problem } from '#kernel/errors/problem'
import type { Recorder } from '#kernel/records/change'
import { changeOwnPassword } from '../login-changes.ts'
import { setMemberPassword } from '../members/member-changes.ts'
import { findMemberByEmail, guessOf } from '../members/members.ts'
import type { User } from '../oauth/user.ts'
import type { PagesContext } from '../pages/context.ts'
import { verifyPassword } from '../sign-in/password.ts'
import { guarded, requireCode, wrongPassword } from './own-proof.ts'

export interface PasswordChange {
  current: string
  next: string
  /** Required of staff with a second factor. */
  code: string | undefined
}

type Context = Pick<PagesContext, 'system' | 'sealer' | 'throttle' | 'clock'>

/** Changes the password of a person that knows the current one. @throws 400, 422 wrong-password, wrong-code, 429. */
export const changePassword = (
  context: Context,
  recorder: Recorder,
  { user, address }: { user: User; address: string },
  change: PasswordChange,
): Promise<void> =>
  renamed(
    user.kind === 'login'
      ? ofLogin(context, user.id, address, change)
      : ofMember(context, recorder, user, address, change),
  )

const ofLogin = async (context: Context, id: number, address: string, change: PasswordChange): Promise<void> => {
  const login = await context.system.login.findFirst({ where: { id, disabledAt: null } })
  if (!login) throw wrongPassword()
  const confirm = () => requireCode(context, login, address, { entered: change.code, purpose: 'change your password' })
  await guarded(context, { subject: login.email, address, fault: 'wrong-password' }, async () => {
    if (!(await changeOwnPassword(context, id, { ...change, confirm }, context.clock.now()))) throw wrongPassword()
  })
}

const ofMember = async (
  context: Context,
  recorder: Recorder,
  { tenantId, id }: { tenantId: number; id: number },
  address: string,
  { current, next }: PasswordChange,
): Promise<void> => {
  const { email } = await context.system.memberLogin.findFirstOrThrow({ where: { tenantId, id } })
  const { subject } = guessOf('sign-in', { tenantId, email })
  await guarded(context, { subject, address, fault: 'wrong-password' }, async () => {
    const member = await findMemberByEmail(context.system, tenantId, email)
    if (!member) throw wrongPassword()
    if (member.passwordHash === undefined)
      throw wrongPassword('The login has no password. Sign in by a mailed link, and set one on the page.')
    if (!(await verifyPassword(current, member.passwordHash))) throw wrongPassword()
    await setMemberPassword(context, recorder, member, next)
  })
}

/** Returns the fault at the field of the form, which the rules of passwords name. */
const renamed = async (work: Promise<void>): Promise<void> => {
  try {
    await work
  } catch (error) {
    const [fault] = error instanceof Problem && error.status === 400 ? error.errors : []
    throw fault ? badInput('/NewPassword', fault.message) : error
  }
}
