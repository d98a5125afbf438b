import { createHmac } from 'node:crypto'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Payload } from 'altcha-lib/v1/types'
import type { Scope } from '#kernel/tenancy/scope'
import { CAPTCHA_MS, type Captcha, type SolvedCaptcha } from './captcha.port.ts'

const ALGORITHM = 'SHA-256'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

interface ProofOfWorkOptions {
  /** The keys of the installation for captchas. The first one signs, each of them verifies. */
  keys: readonly [Uint8Array, ...Uint8Array[]]
  /** The highest number that a browser tries. */
  maxNumber: number
}

/**
 * Creates the captcha that a browser solves by computing hashes, without another service. A challenge needs no row: it contains
 * its expiry, and is signed with a key of the tenant.
 */
export const createProofOfWorkCaptcha = (
  { tenant, clock }: Pick<Scope, 'tenant' | 'clock'>,
  { keys, maxNumber }: ProofOfWorkOptions,
): Captcha => ({
  challenge: async () => {
    const expires = new Date(clock.now().getTime() + CAPTCHA_MS)
    const hmacKey = keyOfTenant(keys[0], tenant.id)
    const { challenge, salt, signature } = await createChallenge({ algorithm: ALGORITHM, maxNumber, expires, hmacKey })
    return {
      Kind: 'ProofOfWork',
      SiteKey: null,
      Algorithm: ALGORITHM,
      Challenge: challenge,
      Salt: salt,
      MaxNumber: maxNumber,
      Signature: signature,
    }
  },
  check: async (response) => {
    const payload = parsePayload(response)
    if (!payload || !(await isSigned(payload, keys, tenant.id))) return null
    const solved = solvedOf(payload)
    return solved.expiresAt > clock.now() ? solved : null
  },
})

/** A challenge of one tenant is not valid at another, because each tenant has a key of its own. */
const keyOfTenant = (key: Uint8Array, tenantId: number): string =>
  createHmac('sha256', key).update(`captchas of tenant ${tenantId}`).digest('hex')

/** The library would compare the expiry with the clock of the system, so it does not check it. */
const isSigned = async (payload: Payload, keys: readonly Uint8Array[], tenantId: number): Promise<boolean> => {
  for (const key of keys) if (await verifySolution(payload, keyOfTenant(key, tenantId), false)) return true
  return false
}

/** The signature covers the challenge, which is the hash of salt and number, so the expiry in the salt is authentic. */
const solvedOf = (payload: Payload): SolvedCaptcha => ({
  key: payload.challenge,
  expiresAt: new Date(Number(extractParams(payload).expires) * 1000),
})

/** Parses JSON in base64. The library expects the types that are checked here. */
const parsePayload = (response: string): Payload | undefined => {
  if (!BASE64.test(response)) return undefined
  const { algorithm, challenge, number, salt, signature } = parseObject(
    Buffer.from(response, 'base64').toString('utf8'),
  )
  if (algorithm !== ALGORITHM || !isText(challenge) || !isText(salt) || !isText(signature)) return undefined
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return undefined
  return { algorithm, challenge, number, salt, signature }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const parseObject = (json: string): Partial<Record<keyof Payload, unknown>> => {
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
