import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { moveOnce } from '#kernel/config/move-once'
import type { Config } from '#kernel/config/settings'
import { OperatorError } from '#kernel/errors/operator-error'

/** The purposes of derived keys; each has its own. */
export type KeyPurpose = 'access-token' | 'sealed-records' | 'fingerprint' | 'database-logins' | 'captcha'

/** The one secret of an installation, from which all keys are derived. It is never used directly. */
export interface InstallationSecret {
  /**
   * Derives 32 bytes for one purpose (HKDF-SHA256, RFC 5869): the same in every replica, useless for any other purpose.
   */
  key(purpose: KeyPurpose): Uint8Array
  /** Returns the same key, and after it that of the previous secret if one is configured. */
  keys(purpose: KeyPurpose): [Uint8Array, ...Uint8Array[]]
}

/** The secret is malformed, or is not the one that the database was initialized with. */
export class InstallationSecretError extends OperatorError {
  override readonly name = 'InstallationSecretError'
}

/**
 * Takes the secret from the configuration, else from `<dataDir>/secret-key`, which is created once (mode 600), and checks
 * that the database was not initialized with another one: tokens and encrypted values would be unreadable.
 * Throws an InstallationSecretError that states what to do.
 */
export const openInstallationSecret = async (
  config: SecretSource,
  client: Pick<pg.ClientBase, 'query'>,
): Promise<InstallationSecret> => {
  const secret = deriveFrom(config.secret === '' ? storedSecret(pathOf(config)) : config.secret, config.secretPrevious)
  await requireFingerprint(config, secret, client)
  return secret
}

/**
 * Initializes the database with the secret, unless it was already. If it was initialized with the previous secret, the
 * current one takes its place.
 * @throws InstallationSecretError if it was initialized with another one
 */
export const keepFingerprint = async (
  config: SecretSource,
  secret: InstallationSecret,
  client: Pick<pg.ClientBase, 'query'>,
): Promise<void> => {
  const [value, ...previous] = fingerprintsOf(secret)
  await client.query(
    `INSERT INTO setting AS s (key, value) VALUES ($1, $2)
     ON CONFLICT (key) DO UPDATE SET value = $2 WHERE s.value = ANY ($3::text[])`,
    [FINGERPRINT, value, previous],
  )
  await requireFingerprint(config, secret, client)
}

/** Takes the secret from the configuration or the file, without a database, and creates none. */
export const readInstallationSecret = (config: SecretSource): InstallationSecret =>
  deriveFrom(config.secret === '' ? existingSecret(pathOf(config)) : config.secret, config.secretPrevious)

/** Names the source of the secret, for messages. */
export const secretSource = (config: SecretSource): string =>
  config.secret === '' ? `the secret in ${resolve(pathOf(config))}` : 'the same GUILDHALL_SECRET'

type SecretSource = Pick<Config, 'secret' | 'secretPrevious' | 'dataDir'>

const pathOf = ({ dataDir }: SecretSource): string => join(dataDir, 'secret-key')

/** Derives keys from a secret of at least 32 characters. @param previous empty if there is none */
export const deriveFrom = (secret: string, previous = ''): InstallationSecret => {
  const derive = (from: string, purpose: KeyPurpose) =>
    new Uint8Array(hkdfSync('sha256', from, '', `guildhall ${purpose}`, 32))
  return {
    key: (purpose) => derive(secret, purpose),
    keys: (purpose) => [derive(secret, purpose), ...(previous === '' ? [] : [derive(previous, purpose)])],
  }
}

/** Reads the secret of the file. If several processes create it at once, the first wins and all read the same. */
const storedSecret = (path: string): string => requireLength(read(path) ?? createStored(path), path)

const existingSecret = (path: string): string => {
  const found = read(path)
  if (found !== undefined) return requireLength(found, path)
  throw new InstallationSecretError(
    'There is no secret: set GUILDHALL_SECRET, or GUILDHALL_DATA_DIR to the folder that contains secret-key ' +
      `(${resolve(path)} does not exist).`,
  )
}

const requireLength = (secret: string, path: string): string => {
  if (secret.length >= 32) return secret
  throw new InstallationSecretError(`${path} does not contain a secret of at least 32 characters. Restore the file.`)
}

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const createStored = (path: string): string => {
  mkdirSync(join(path, '..'), { recursive: true })
  const candidate = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(candidate, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  return moveOnce(candidate, path).trim()
}

const FINGERPRINT = 'secret-fingerprint'

const fingerprintsOf = (secret: InstallationSecret): string[] =>
  secret.keys('fingerprint').map((key) => Buffer.from(key).toString('hex'))

const requireFingerprint = async (
  config: SecretSource,
  secret: InstallationSecret,
  client: Pick<pg.ClientBase, 'query'>,
): Promise<void> => {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM setting WHERE key = $1', [FINGERPRINT])
  const [kept] = rows
  const isOwn = (value: string) => timingSafeEqual(Buffer.from(kept?.value ?? ''), Buffer.from(value))
  if (!kept || fingerprintsOf(secret).some(isOwn)) return
  const from = config.secret === '' ? `the one in ${pathOf(config)}` : 'GUILDHALL_SECRET'
  throw new InstallationSecretError(
    `This database was initialized with another secret than ${from}. Set GUILDHALL_SECRET, or restore the file ` +
      'secret-key in the data directory, to what it was then: every replica needs the same one. To change the secret, ' +
      'set GUILDHALL_SECRET_PREVIOUS to the old one.',
  )
}
