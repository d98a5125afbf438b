import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12
/** Without it, a decipher also accepts shorter tags, which are easier to forge. */
const TAG = { authTagLength: 16 }

/** Encrypts stored secrets (AES-256-GCM). They can be decrypted only with the same key and context. */
export interface Sealer {
  seal(text: string, context: string): string
  open(sealed: string, context: string): string
}

/** @param key 32 bytes, derived from the installation's secret for one purpose. */
export const sealer = (key: Uint8Array): Sealer => ({
  seal: (text, context) => {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv('aes-256-gcm', key, nonce, TAG).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
  },
  open: (sealed, context) => {
    const bytes = Buffer.from(sealed, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), TAG).setAAD(Buffer.from(context))
    const begins = NONCE + TAG.authTagLength
    decipher.setAuthTag(bytes.subarray(NONCE, begins))
    return Buffer.concat([decipher.update(bytes.subarray(begins)), decipher.final()]).toString('utf8')
  },
})
