import { conflict } from '#kernel/errors/problem'
import type { PagesContext } from '../pages/context.ts'
import {
  APP_NOTICES,
  factorAdded,
  findSecondFactors,
  hasSecondFactor,
  removeApp,
  removePasskey,
  renewCodes,
  type SecondFactors,
} from '../second-factor/second-factors.ts'
import { beginTotp, confirmTotp, type TotpSetup } from '../second-factor/totp.ts'
import { guarded, type Proof, requireProof, wrongCode } from './own-proof.ts'

/** A login of staff that calls, at an internet address. */
export interface StaffPerson {
  loginId: number
  address: string
}

/** The second factors of the login of staff that calls. Changes require the password, and a code if there is one. */
export interface OwnFactors {
  findFactors(loginId: number): Promise<SecondFactors>
  /** Begins to set up an app, or one that replaces the current one. @throws 422 wrong-password, wrong-code, 429. */
  beginApp(person: StaffPerson, proof: Proof): Promise<TotpSetup>
  /** Ends all sessions. Returns new recovery codes; none if there are some. @throws 422 wrong-code, 429. */
  confirmApp(person: StaffPerson, code: string): Promise<string[]>
  /** @throws 422, 429. */
  removeApp(person: StaffPerson, proof: Proof): Promise<void>
  /** Returns false if the login has no such passkey. @throws 422, 429. */
  removePasskey(person: StaffPerson, proof: Proof, id: number): Promise<boolean>
  /** @throws 409 no-second-factor, 422, 429. */
  renewCodes(person: StaffPerson, proof: Proof): Promise<string[]>
}

type Context = Pick<PagesContext, 'system' | 'sealer' | 'throttle' | 'clock' | 'sessions'>

export const openOwnFactors = (context: Context): OwnFactors => {
  const { system, sealer, clock, sessions } = context
  return {
    findFactors: (loginId) => findSecondFactors(system, loginId),
    beginApp: async ({ loginId, address }, proof) => {
      const login = await requireProof(context, loginId, address, proof)
      return beginTotp(system, sealer, login, clock.now())
    },
    confirmApp: async ({ loginId, address }, entered) => {
      const { email } = await system.login.findFirstOrThrow({ where: { id: loginId } })
      const now = clock.now()
      const code = entered.replace(/\s/g, '')
      const change = await guarded(context, { subject: `set up ${email}`, address, fault: 'wrong-code' }, async () => {
        const confirmed = await confirmTotp(system, sealer, { loginId, code }, now)
        if (confirmed) return confirmed
        throw wrongCode('The code is wrong, or no app is being set up. Check the clock of the device.')
      })
      const codes = await factorAdded(system, loginId, APP_NOTICES[change], now)
      // They were started without it.
      await sessions.endOthers(loginId, undefined, now)
      return codes ?? []
    },
    removeApp: async ({ loginId, address }, proof) => {
      await requireProof(context, loginId, address, proof)
      await removeApp(system, loginId, clock.now())
    },
    removePasskey: async ({ loginId, address }, proof, id) => {
      await requireProof(context, loginId, address, proof)
      return removePasskey(system, loginId, id, clock.now())
    },
    renewCodes: async ({ loginId, address }, proof) => {
      await requireProof(context, loginId, address, proof)
      if (!hasSecondFactor(await findSecondFactors(system, loginId)))
        throw conflict('no-second-factor', 'The login has no second factor. Set one up first.')
      return renewCodes(system, loginId, clock.now())
    },
  }
}
