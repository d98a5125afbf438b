import { Secret, TOTP } from 'otpauth'
import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { Database } from '#kernel/database/database'

type Store = Pick<Database['system'], 'loginTotp'>

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const STEP_MS = 30_000
/** Codes of the step before and after are accepted: clocks differ. */
const WINDOW = 1

const contextOf = (loginId: number | string): string => `authenticator of login ${loginId}`

/** The secrets of authenticator apps are encrypted again after a change of the installation's secret. */
export const totpSecrets: SealedColumn = {
  table: 'login_totp',
  column: 'secret_sealed',
  isGlobal: true,
  contextColumn: 'login_id',
  context: (_none, loginId) => contextOf(loginId),
}

const totpOf = (secret: Secret, email = ''): TOTP =>
  new TOTP({ issuer: 'Guildhall', label: email, secret, algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 })

/** An authenticator app that is being set up. */
export interface TotpSetup {
  /** The secret in base32, to type. */
  secret: string
  /** The same for a QR code (otpauth://). */
  uri: string
}

/** Makes a secret that replaces one that was not confirmed. Returns undefined if the login has an authenticator app. */
export const beginTotp = async (
  system: Pick<Database['system'], '$executeRaw'>,
  sealer: Sealer,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<TotpSetup | undefined> => {
  const secret = new Secret({ size: SECRET_BYTES })
  const sealed = sealer.seal(secret.base32, contextOf(id))
  const stored = await system.$executeRaw`
    INSERT INTO login_totp AS t (login_id, secret_sealed, created_at) VALUES (${id}, ${sealed}, ${now})
    ON CONFLICT (login_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
    WHERE t.confirmed_at IS NULL`
  return stored === 0 ? undefined : setupOf(secret, email)
}

/** Returns the secret that waits for its first code; undefined if there is none. */
export const pendingTotp = async (
  system: Store,
  sealer: Sealer,
  { id, email }: { id: number; email: string },
): Promise<TotpSetup | undefined> => {
  const found = await system.loginTotp.findFirst({ where: { loginId: id, confirmedAt: null } })
  return found ? setupOf(openSecret(sealer, id, found.secretSealed), email) : undefined
}

const setupOf = (secret: Secret, email: string): TotpSetup => ({
  secret: secret.base32,
  uri: totpOf(secret, email).toString(),
})

const openSecret = (sealer: Sealer, loginId: number, sealed: string): Secret =>
  Secret.fromBase32(sealer.open(sealed, contextOf(loginId)))

/**
 * Uses up a code of the login's authenticator app: each works once, also if it is sent twice at the same time.
 *
 * @param isConfirmed whether the app was confirmed before; the first code confirms it.
 */
export const useTotp = async (
  system: Store,
  sealer: Sealer,
  { loginId, code, isConfirmed }: { loginId: number; code: string; isConfirmed: boolean },
  now: Date,
): Promise<boolean> => {
  const where = { loginId, confirmedAt: isConfirmed ? { not: null } : null }
  const found = await system.loginTotp.findFirst({ where })
  if (!found || !/^\d{6}$/.test(code)) return false
  const totp = totpOf(openSecret(sealer, loginId, found.secretSealed))
  const delta = totp.validate({ token: code, window: WINDOW, timestamp: now.getTime() })
  if (delta === null) return false
  const step = BigInt(Math.floor(now.getTime() / STEP_MS) + delta)
  const { count } = await system.loginTotp.updateMany({
    where: { ...where, id: found.id, secretSealed: found.secretSealed, lastStep: { lt: step } },
    data: { lastStep: step, ...(!isConfirmed && { confirmedAt: now }) },
  })
  return count === 1
}
