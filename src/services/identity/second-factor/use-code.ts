import type { Sealer } from '#kernel/crypto/seal'
import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { noticeJob } from '../mail/login-mails.ts'
import type { CodeKind } from '../sign-in/throttle.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { useTotp } from './totp.ts'

/** Returns an entered code without spaces. */
const codeOf = (entered: string): string => entered.replace(/\s/g, '')

/** Returns how a code can be guessed: see Attempt. */
export const kindOfCode = (entered: string): CodeKind => (/^\d{6}$/.test(codeOf(entered)) ? 'digits' : 'secret')

/**
 * Uses up a code that a person has entered. A code of the app has 6 digits, with spaces or without; every other is a
 * recovery code, whose use is notified by mail. Returns false if it is wrong or was used before.
 *
 * @param purpose what the code is used for, as the mail names it: "sign in".
 */
export const useCode = async (
  { system, sealer }: { system: Database['system']; sealer: Sealer },
  loginId: number,
  { entered, purpose }: { entered: string; purpose: string },
  now: Date,
): Promise<boolean> => {
  const code = codeOf(entered)
  if (kindOfCode(code) === 'digits') return useTotp(system, sealer, { loginId, code }, now)
  return system.$transaction(async (tx) => {
    if (!(await useRecoveryCode(tx, loginId, code, now))) return false
    await enqueueJobs(tx, [noticeJob(loginId, `A recovery code was used to ${purpose}`, now)])
    return true
  }, TRANSACTION_LIMITS)
}
