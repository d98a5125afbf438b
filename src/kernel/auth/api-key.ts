import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECK_LENGTH = 6

/** The purpose of a token: `ghk` API key, `ghs` client secret, `ghr` refresh token, `ghc` authorization code. */
export type TokenPrefix = 'ghk' | 'ghs' | 'ghr' | 'ghc'

/** Makes a random token `<prefix>_<30 base62><6 base62 CRC32>`: 178 bits, and a typing error is detected without a query. */
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

/** SHA-256, hex: the stored form of a token. Tokens are random and long, so they need neither salt nor stretching. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns the part of a token that can be shown after its creation. */
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
