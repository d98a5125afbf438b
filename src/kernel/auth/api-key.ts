import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECK_LENGTH = 6

/** What a token is for: `ghk` API key, `ghs` client secret, `ghr` refresh token, `ghc` authorization code. */
export type TokenPrefix = 'ghk' | 'ghs' | 'ghr' | 'ghc'

/** A new random token `<prefix>_<30 base62><6 base62 CRC32>`: 178 bits, and a typing error shows without a query. */
export const makeToken = (prefix: TokenPrefix): string => {
  const body = Array.from({ length: BODY_LENGTH }, () => ALPHABET[randomInt(62)]).join('')
  return `${prefix}_${body}${checksum(`${prefix}_${body}`)}`
}

/** Whether the text has the form and the checksum of such a token. */
export const isToken = (prefix: TokenPrefix, text: string): boolean => {
  if (text.length !== prefix.length + 1 + BODY_LENGTH + CHECK_LENGTH || !text.startsWith(`${prefix}_`)) return false
  if (!/^[0-9A-Za-z]+$/.test(text.slice(prefix.length + 1))) return false
  return checksum(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)
}

/** SHA-256, hex: how tokens rest. They are random and long, so that no salt or stretching is needed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** What may be shown of a token after it was shown once. */
export const maskToken = (prefix: TokenPrefix, hint: string): string => `${prefix}_${'•'.repeat(8)}${hint}`

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let i = 0; i < CHECK_LENGTH; i++) {
    digits = ALPHABET[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
