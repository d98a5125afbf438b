import { randomUUID } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { hashToken, type TokenKey } from '#kernel/crypto/api-key'
import { parseBase64url } from '#kernel/crypto/base64url'
import { parseTenantPart } from '#kernel/tenancy/tenant-part'

/** The claims of an access token (RFC 9068). It is valid only while its id is not revoked. */
export interface AccessTokenClaims {
  /** The origin of this server; the tokens are for its own interface. */
  iss: string
  aud: string
  /** The login ("login:3") or, for client credentials, the client id. */
  sub: string
  client_id: string
  scope: string
  /** Our extension: the id of the tenant in base 36, as in keys. A proxy can route a request by it. */
  tenant: string
  /** Seconds since 1970. */
  exp: number
}

export interface AccessTokens {
  /**
   * Returns the key of a token that this server, under the name `issuer`, has issued for itself and that has not expired;
   * undefined otherwise. Costs no query.
   */
  verify(token: string, issuer: string): Promise<TokenKey | undefined>
  /** Returns the token with the hash of its id (jti), by which it is stored. */
  sign(claims: AccessTokenClaims): Promise<{ token: string; hash: string }>
}

const TYPE = 'at+jwt'
const LONGEST = 4096

/**
 * @param key 32 bytes, derived from the installation's secret.
 * @param previous keys of earlier secrets, which only verify.
 */
export const accessTokens = (key: Uint8Array, ...previous: readonly Uint8Array[]): AccessTokens => ({
  verify: async (token, issuer) => {
    if (token.length > LONGEST || !isCanonical(token)) return undefined
    for (const one of [key, ...previous]) {
      const payload = await verified(token, one, issuer)
      if (payload) return keyOfClaims(payload)
    }
    return undefined
  },
  sign: async (claims) => {
    const jti = randomUUID()
    const token = await new SignJWT({ ...claims, jti })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
      .setIssuedAt()
      .sign(key)
    return { token, hash: hashToken(jti) }
  },
})

/** Returns whether a token is canonical: the signature covers the text of the other parts, but not its own spelling. */
const isCanonical = (token: string): boolean => token.split('.').every((part) => parseBase64url(part) !== undefined)

const verified = async (token: string, key: Uint8Array, issuer: string): Promise<JWTPayload | undefined> => {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ: TYPE,
      issuer,
      audience: issuer,
      requiredClaims: ['jti', 'exp'],
    })
    return payload
  } catch {
    return undefined
  }
}

/** Returns the key of claims. Tokens of earlier versions do not name their tenant. */
const keyOfClaims = ({ jti, tenant }: JWTPayload): TokenKey | undefined => {
  const tenantId = parseTenantPart(tenant)
  return jti === undefined ? undefined : { hash: hashToken(jti), ...(tenantId !== undefined && { tenantId }) }
}
