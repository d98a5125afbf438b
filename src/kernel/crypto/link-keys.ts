import { createHash, randomBytes } from 'node:crypto'

/** Makes a key for a link that opens one record without a credential. It cannot be guessed. */
export const makeLinkKey = (): string => randomBytes(24).toString('base64url')

/** Returns what is stored of a key. */
export const hashOfLinkKey = (key: string): Buffer<ArrayBuffer> => {
  const hash = createHash('sha256').update(key).digest()
  return Buffer.from(new Uint8Array(hash))
}
