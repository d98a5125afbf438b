import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isJsonObject } from '#kernel/contract/json'
import type { Database } from '#kernel/database/database'
import { isLoopback } from '#kernel/http/address-list'
import type { LoginPasskey } from '#prisma/client'

type Store = Pick<Database['system'], 'loginPasskey'>
type Transport = 'ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb'

/** Loads the library at the first use of a passkey: it takes a part of the start that most processes never need. */
const webauthn = () => import('@simplewebauthn/server')

export const MAX_PASSKEYS = 20

export interface PasskeyLogin {
  id: number
  email: string
  displayName: string
}

export const listPasskeys = (system: Store, loginId: number): Promise<LoginPasskey[]> =>
  system.loginPasskey.findMany({ where: { loginId }, orderBy: { id: 'asc' } })

/** Returns the relying party. Passkeys are bound to the host name of this server. */
const rpOf = (origin: string): string => new URL(origin).hostname

/**
 * Says why passkeys cannot be made at an address of this server, and what to do; undefined if they can: browsers bind them to a host
 * name, never to an IP address, and only on https or this computer.
 */
export const passkeyObstacle = (origin: string): string | undefined => {
  const { hostname: bracketed, protocol, port } = new URL(origin)
  const hostname = bracketed.replace(/^\[|\]$/g, '')
  if (isIP(hostname) !== 0) {
    const local = isLoopback(hostname) ? `: http://localhost${port === '' ? '' : `:${port}`}` : '.'
    return `Passkeys need a host name, and the address of this page is an IP address. To add one, open this page by the name of the server${local}`
  }
  if (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')) return undefined
  return 'Passkeys need https. To add one, open this page by https, or ask the operator of the server for it.'
}

const described = ({ credentialId, transports }: LoginPasskey) => ({
  id: credentialId,
  transports: transports as Transport[],
})

/** Returns what the browser needs to make a passkey, as JSON. It contains a random challenge. */
export const registrationOptions = async (origin: string, login: PasskeyLogin, known: readonly LoginPasskey[]) =>
  (await webauthn()).generateRegistrationOptions({
    rpName: 'Guildhall',
    rpID: rpOf(origin),
    userID: new TextEncoder().encode(`login:${login.id}`),
    userName: login.email,
    userDisplayName: login.displayName,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })

/** Returns what the browser needs to use one of the passkeys, as JSON. It contains a random challenge. */
export const authenticationOptions = async (origin: string, known: readonly LoginPasskey[]) =>
  (await webauthn()).generateAuthenticationOptions({
    rpID: rpOf(origin),
    allowCredentials: known.map(described),
    userVerification: 'preferred',
  })

export interface PasskeyResponse {
  origin: string
  challenge: string
  /** The response of the browser, as JSON. */
  response: string
}

/** Verifies and stores a new passkey. Returns false if the response is not one to the challenge. */
export const storePasskey = async (
  system: Store,
  { loginId, name }: { loginId: number; name: string },
  { origin, challenge, response }: PasskeyResponse,
  now: Date,
): Promise<boolean> => {
  const { verifyRegistrationResponse } = await webauthn()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: parse<RegistrationResponseJSON>(response),
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpOf(origin),
    requireUserVerification: false,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return false
  const { id, publicKey, counter, transports } = registrationInfo.credential
  const data = { loginId, name, credentialId: id, publicKey, counter: BigInt(counter), createdAt: now }
  const { count } = await system.loginPasskey.createMany({
    data: [{ ...data, transports: transports ?? [] }],
    skipDuplicates: true,
  })
  return count === 1
}

/** Verifies the use of a passkey of the login. A signature counter that does not grow is a copy, and is refused. */
export const usePasskey = async (
  system: Store,
  loginId: number,
  { origin, challenge, response }: PasskeyResponse,
  now: Date,
): Promise<boolean> => {
  const parsed = parse<AuthenticationResponseJSON>(response)
  const found = await system.loginPasskey.findFirst({ where: { loginId, credentialId: String(parsed.id) } })
  if (!found) return false
  const { credentialId, publicKey, counter } = found
  const { verifyAuthenticationResponse } = await webauthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: parsed,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpOf(origin),
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: false,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || !authenticationInfo) return false
  const { count } = await system.loginPasskey.updateMany({
    where: { id: found.id, counter },
    data: { counter: BigInt(authenticationInfo.newCounter), lastUsedAt: now },
  })
  return count === 1
}

/** Parses a response; a malformed one fails the verification. */
const parse = <T>(text: string): T => {
  try {
    const parsed: unknown = JSON.parse(text)
    return (isJsonObject(parsed) ? parsed : {}) as T
  } catch {
    return {} as T
  }
}
