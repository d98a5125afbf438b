import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const NONCE = 12
/** Without it, a decipher also accepts shorter tags, which are easier to forge. */
const TAG = { authTagLength: 16 }
/** Bytes of a key's name: 8 characters of base64, so that a statement can compare them. */
const KEY_NAME = 6
/** The first characters of a sealed value that name its key. The indexes of the sealed columns contain them. */
export const KEY_NAME_LENGTH = 8

/** Encrypts stored secrets (AES-256-GCM). They can be decrypted only with the same key and context. */
export interface Sealer {
  /** The first characters of everything that is sealed now. A value with another beginning has an earlier key. */
  readonly keyName: string
  /** Returns base64: the name of the key, the nonce, the tag and the encrypted text. */
  seal(text: string, context: string): string
  /** Opens what any of the keys has sealed. @throws if none of them did, or with another context. */
  open(sealed: string, context: string): string
}

/**
 * @param key 32 bytes, derived from the installation's secret for one purpose.
 * @param previous keys of earlier secrets, which only open.
 */
export const sealer = (key: Uint8Array, ...previous: readonly Uint8Array[]): Sealer => {
  const [own, ...others] = [key, ...previous].map((one) => ({ key: one, name: nameOf(one) }))
  const known = own ? [own, ...others] : others
  return {
    keyName: nameOf(key).toString('base64'),
    seal: (text, context) => {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce, TAG).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nameOf(key), nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed, 'base64')
      const named = known.find(({ name }) => name.equals(bytes.subarray(0, KEY_NAME)))
      // Values of earlier versions do not name their key.
      const attempts = named
        ? [{ key: named.key, bytes: bytes.subarray(KEY_NAME) }, ...known.map((one) => ({ key: one.key, bytes }))]
        : known.map((one) => ({ key: one.key, bytes }))
      return firstOpened(attempts, context)
    },
  }
}

interface Attempt {
  key: Uint8Array
  bytes: Buffer
}

const firstOpened = ([attempt, ...others]: readonly Attempt[], context: string): string => {
  if (!attempt) throw new Error('No secret of this installation has sealed the value for this context')
  try {
    return decrypted(attempt, context)
  } catch (error) {
    if (others.length === 0) throw error
    return firstOpened(others, context)
  }
}

const decrypted = ({ key, bytes }: Attempt, context: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), TAG).setAAD(Buffer.from(context))
  const begins = NONCE + TAG.authTagLength
  decipher.setAuthTag(bytes.subarray(NONCE, begins))
  return Buffer.concat([decipher.update(bytes.subarray(begins)), decipher.final()]).toString('utf8')
}

/** Returns a name that reveals nothing about the key. */
const nameOf = (key: Uint8Array): Buffer =>
  createHash('sha256').update('name of a sealing key\n').update(key).digest().subarray(0, KEY_NAME)
