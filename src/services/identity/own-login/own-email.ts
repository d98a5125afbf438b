import { tooManyRequests } from '#kernel/errors/problem'
import { cancelEmailChange, findEmailChange, parseNewEmail, requestEmailChange } from '../email-change/email-changes.ts'
import type { PagesContext } from '../pages/context.ts'
import { type Proof, requireCode, requirePassword } from './own-proof.ts'
import type { StaffPerson } from './own-second-factors.ts'

/** The address of a login, and the one that waits for its confirmation. */
export interface OwnEmailState {
  email: string
  pending: { email: string; expiresAt: Date } | undefined
}

/** The address of the login of staff that calls. */
export interface OwnEmail {
  findEmail(loginId: number): Promise<OwnEmailState>
  /** Mails a link to the new address. @throws 400, 422 wrong-password, wrong-code, 429. */
  requestEmail(person: StaffPerson, proof: Proof, entered: string): Promise<OwnEmailState>
  cancelEmail(loginId: number): Promise<OwnEmailState>
}

type Context = Pick<PagesContext, 'system' | 'sealer' | 'throttle' | 'clock'>

export const openOwnEmail = (context: Context): OwnEmail => {
  const { system, throttle, clock } = context
  const findEmail = async (loginId: number): Promise<OwnEmailState> => {
    const { email } = await system.login.findFirstOrThrow({ where: { id: loginId } })
    return { email, pending: await findEmailChange(system, loginId, clock.now()) }
  }
  return {
    findEmail,
    requestEmail: async ({ loginId, address }, { password, code }, entered) => {
      const { email: current } = await system.login.findFirstOrThrow({ where: { id: loginId } })
      const email = parseNewEmail(entered, current)
      const login = await requirePassword(context, loginId, address, password)
      // Not reverted: each request sends a mail to an address that nobody has confirmed. Counted before the code, which works once.
      const wait = await throttle.begin(
        { subject: addressSubjectOf(current), address, browser: undefined },
        clock.now(),
      )
      if (wait > 0) throw tooManyRequests(wait, `There were too many requests. Try again in ${wait} seconds.`)
      await requireCode(context, login, address, { entered: code, purpose: 'change your address' })
      await requestEmailChange({ system }, login, email, clock.now())
      return findEmail(loginId)
    },
    cancelEmail: async (loginId) => {
      await cancelEmailChange(system, loginId)
      return findEmail(loginId)
    },
  }
}

/** Returns what is counted for each login: the mails to new addresses. */
export const addressSubjectOf = (email: string): string => `address ${email}`
