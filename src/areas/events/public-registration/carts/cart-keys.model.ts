import { createHash, randomBytes } from 'node:crypto'

/** A key that opens a cart. It cannot be guessed. */
export const newCartKey = (): string => randomBytes(24).toString('base64url')

/** What is stored of a key. */
export const hashOfKey = (key: string): Buffer<ArrayBuffer> => {
  const hash = createHash('sha256').update(key).digest()
  return Buffer.from(new Uint8Array(hash))
}
