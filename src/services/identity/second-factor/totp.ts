import { Secret, TOTP } from 'otpauth'
import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { Database } from '#kernel/database/database'
import type { LoginTotp } from '#prisma/client'

type Store = Pick<Database['system'], 'loginTotp'>

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
const STEP_MS = 30_000
/** Codes of the step before and after are accepted: clocks differ. */
const WINDOW = 1

const contextOf = (loginId: number | string): string => `authenticator of login ${loginId}`

/** The secrets of authenticator apps are encrypted again after a change of the installation's secret. */
export const totpSecrets: readonly SealedColumn[] = ['secret_sealed', 'pending_sealed'].map((column) => ({
  table: 'login_totp',
  column,
  isGlobal: true,
  contextColumn: 'login_id',
  context: (_none, loginId) => contextOf(loginId),
}))

const totpOf = (secret: Secret, email = ''): TOTP =>
  new TOTP({ issuer: 'Guildhall', label: email, secret, algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 })

/** An authenticator app that is being set up. */
export interface TotpSetup {
  /** The secret in base32, to type. */
  secret: string
  /** The same for a QR code (otpauth://). */
  uri: string
}

/** Makes a secret that waits for its first code. It replaces one that was not confirmed; an app that is set up works until then. */
export const beginTotp = async (
  system: Pick<Database['system'], '$executeRaw'>,
  sealer: Sealer,
  { id, email }: { id: number; email: string },
  now: Date,
): Promise<TotpSetup> => {
  const secret = new Secret({ size: SECRET_BYTES })
  const sealed = sealer.seal(secret.base32, contextOf(id))
  await system.$executeRaw`
    INSERT INTO login_totp AS t (login_id, secret_sealed, created_at) VALUES (${id}, ${sealed}, ${now})
    ON CONFLICT (login_id) DO UPDATE SET
      secret_sealed = CASE WHEN t.confirmed_at IS NULL THEN excluded.secret_sealed ELSE t.secret_sealed END,
      created_at = CASE WHEN t.confirmed_at IS NULL THEN excluded.created_at ELSE t.created_at END,
      pending_sealed = CASE WHEN t.confirmed_at IS NULL THEN NULL ELSE excluded.secret_sealed END,
      pending_at = CASE WHEN t.confirmed_at IS NULL THEN NULL ELSE excluded.created_at END`
  return setupOf(secret, email)
}

/** Returns the secret that waits for its first code; undefined if there is none. @param since when it was made at the earliest. */
export const pendingTotp = async (
  system: Store,
  sealer: Sealer,
  { id, email }: { id: number; email: string },
  since?: Date,
): Promise<TotpSetup | undefined> => {
  const found = await system.loginTotp.findFirst({ where: { loginId: id } })
  const pending = found && pendingOf(found)
  if (!pending || (since && pending.madeAt < since)) return undefined
  return setupOf(openSecret(sealer, id, pending.sealed), email)
}

/** Returns the secret that waits for its first code: of the first app, or of one that replaces it. */
const pendingOf = ({ confirmedAt, secretSealed, createdAt, pendingSealed, pendingAt }: LoginTotp) => {
  if (confirmedAt === null) return { sealed: secretSealed, madeAt: createdAt }
  return pendingSealed === null || pendingAt === null ? undefined : { sealed: pendingSealed, madeAt: pendingAt }
}

const setupOf = (secret: Secret, email: string): TotpSetup => ({
  secret: secret.base32,
  uri: totpOf(secret, email).toString(),
})

const openSecret = (sealer: Sealer, loginId: number, sealed: string): Secret =>
  Secret.fromBase32(sealer.open(sealed, contextOf(loginId)))

/** A code of the authenticator app of a login. */
export interface TotpCode {
  loginId: number
  code: string
}

/** Returns the time step to which a code of a sealed secret belongs; undefined if it is wrong. */
const stepOf = (sealer: Sealer, sealed: string, { loginId, code }: TotpCode, now: Date): bigint | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(openSecret(sealer, loginId, sealed))
  const delta = totp.validate({ token: code, window: WINDOW, timestamp: now.getTime() })
  return delta === null ? undefined : BigInt(Math.floor(now.getTime() / STEP_MS) + delta)
}

/** Uses up a code of the login's authenticator app: each works once, also if it is sent twice at the same time. */
export const useTotp = async (system: Store, sealer: Sealer, used: TotpCode, now: Date): Promise<boolean> => {
  const where = { loginId: used.loginId, confirmedAt: { not: null } }
  const found = await system.loginTotp.findFirst({ where })
  const step = found ? stepOf(sealer, found.secretSealed, used, now) : undefined
  if (!found || step === undefined) return false
  const { count } = await system.loginTotp.updateMany({
    where: { id: found.id, secretSealed: found.secretSealed, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  return count === 1
}

/**
 * Confirms the app that waits for its first code, which is used up. The app then replaces an earlier one.
 *
 * @returns what happened; undefined if the code is wrong or no app is being set up.
 */
export const confirmTotp = async (
  system: Store,
  sealer: Sealer,
  used: TotpCode,
  now: Date,
): Promise<'added' | 'replaced' | undefined> => {
  const found = await system.loginTotp.findFirst({ where: { loginId: used.loginId } })
  const pending = found && pendingOf(found)
  const step = pending ? stepOf(sealer, pending.sealed, used, now) : undefined
  if (!pending || step === undefined) return undefined
  const { id, secretSealed, pendingSealed, confirmedAt } = found
  const { count } = await system.loginTotp.updateMany({
    where: { id, secretSealed, pendingSealed, confirmedAt },
    data: { secretSealed: pending.sealed, pendingSealed: null, pendingAt: null, confirmedAt: now, lastStep: step },
  })
  if (count === 0) return undefined
  return confirmedAt === null ? 'added' : 'replaced'
}
