import { Problem, ruleRefused, tooManyRequests } from '#kernel/errors/problem'
import type { Login } from '#prisma/client'
import type { PagesContext } from '../pages/context.ts'
import { findSecondFactors, hasSecondFactor } from '../second-factor/second-factors.ts'
import { kindOfCode, useCode } from '../second-factor/use-code.ts'
import { verifyPassword } from '../sign-in/password.ts'
import type { CodeKind } from '../sign-in/throttle.ts'

type Context = Pick<PagesContext, 'system' | 'sealer' | 'throttle' | 'clock'>

/** What is guessed, in the counts that the pages use too, and from where. */
interface Guess {
  subject: string
  address: string
  code?: CodeKind
  /** The code of the problem of a wrong guess. */
  fault: 'wrong-password' | 'wrong-code'
}

/** The password and code of a caller. */
export interface Proof {
  password: string
  code: string | undefined
}

/**
 * Counts an attempt before the check, and reverts the count if the guess is right: the check does not throw, or throws a
 * problem that comes after the guess, such as a refused new password. The counts are those of unknown browsers, so that
 * guesses with a stolen token do not keep the owner out of a known one.
 *
 * @throws 429, and what the check throws.
 */
export const guarded = async <T>(
  { throttle, clock }: Pick<Context, 'throttle' | 'clock'>,
  { fault, ...guess }: Guess,
  check: () => Promise<T>,
): Promise<T> => {
  const attempt = { ...guess, browser: undefined }
  const wait = await throttle.begin(attempt, clock.now())
  if (wait > 0) throw tooManyRequests(wait, `There were too many attempts. Try again in ${wait} seconds.`)
  try {
    const result = await check()
    await throttle.succeeded(attempt)
    return result
  } catch (error) {
    if (error instanceof Problem && error.code !== fault) await throttle.succeeded(attempt)
    throw error
  }
}

export const wrongPassword = (detail = 'The current password is wrong.') =>
  ruleRefused('wrong-password', detail, [{ pointer: '/CurrentPassword', message: 'is wrong' }])

export const wrongCode = (detail: string) =>
  ruleRefused('wrong-code', detail, [{ pointer: '/Code', message: 'must be a valid code' }])

/** Requires a code of a login that has a second factor, and uses it up. @throws 422 wrong-code, 429. */
export const requireCode = async (
  context: Context,
  { id, email }: Pick<Login, 'id' | 'email'>,
  address: string,
  { entered = '', purpose }: { entered: string | undefined; purpose: string },
): Promise<void> => {
  if (!hasSecondFactor(await findSecondFactors(context.system, id))) return
  if (entered.trim() === '')
    throw wrongCode('The login has a second factor. Send a code of the authenticator app, or a recovery code.')
  await guarded(
    context,
    { subject: `code ${email}`, address, code: kindOfCode(entered), fault: 'wrong-code' },
    async () => {
      if (!(await useCode(context, id, { entered, purpose }, context.clock.now())))
        throw wrongCode('The code is wrong, or was used before.')
    },
  )
}

/** Requires the password. Returns the login. @throws 422 wrong-password, 429. */
export const requirePassword = async (
  context: Context,
  loginId: number,
  address: string,
  password: string,
): Promise<Login> => {
  const login = await context.system.login.findFirst({ where: { id: loginId, disabledAt: null } })
  if (!login) throw wrongPassword()
  await guarded(context, { subject: login.email, address, fault: 'wrong-password' }, async () => {
    if (!(await verifyPassword(password, login.passwordHash))) throw wrongPassword('The password is wrong.')
  })
  return login
}

/** Requires the password and, with a second factor, a code, for a change of second factors. Returns the login. @throws 422, 429. */
export const requireProof = async (
  context: Context,
  loginId: number,
  address: string,
  { password, code }: Proof,
): Promise<Login> => {
  const login = await requirePassword(context, loginId, address, password)
  await requireCode(context, login, address, { entered: code, purpose: 'change your second factors' })
  return login
}
