import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { parseTenantPart, tenantPart } from '../tenancy/tenant-part.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECK_LENGTH = 6

/** The purpose: `ghk` API key, `ghi` client_id, `ghs` client secret, `ghr` refresh token, `ghc` authorization code. */
export type TokenPrefix = 'ghk' | 'ghi' | 'ghs' | 'ghr' | 'ghc'

/**
 * Makes a random token `<prefix>_<tenant>_<30 base62><6 base62 CRC32>`: 178 bits, and a typing error is detected without a
 * query. The tenant is its id in base 36, by which a proxy can route a request to the installation of the tenant.
 */
export const makeToken = (prefix: TokenPrefix, tenantId?: number): string => {
  const random = Array.from({ length: BODY_LENGTH }, () => ALPHABET[randomInt(62)]).join('')
  const body = tenantId === undefined ? `${prefix}_${random}` : `${prefix}_${tenantPart(tenantId)}_${random}`
  return `${body}${checksum(body)}`
}

/** Tokens of earlier versions have no tenant. */
const FORM = /^[a-z]{3}_(?:(?<tenant>[1-9a-z][0-9a-z]{0,5})_)?[0-9A-Za-z]{36}$/

/** Returns the tenant of a token; undefined for one of an earlier version. */
export const parseTenantOfToken = (token: string): number | undefined =>
  parseTenantPart(FORM.exec(token)?.groups?.tenant)

/** The stored form of a token, and the tenant in which it is looked up: in all of them for one of an earlier version. */
export interface TokenKey {
  hash: string
  tenantId?: number
}

export const keyOfToken = (token: string): TokenKey => {
  const tenantId = parseTenantOfToken(token)
  return { hash: hashToken(token), ...(tenantId !== undefined && { tenantId }) }
}

/** Returns whether the text has the form and the checksum of such a token. */
export const isToken = (prefix: TokenPrefix, text: string): boolean => {
  if (!text.startsWith(`${prefix}_`) || !FORM.test(text)) return false
  return checksum(text.slice(0, -CHECK_LENGTH)) === text.slice(-CHECK_LENGTH)
}

/**
 * Hashes a token: SHA-256, hex, the stored form. Tokens are random and long, so they need neither salt nor stretching.
 */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

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
