import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'

/** The claims of an access token (RFC 9068). It is valid only while its id is not revoked. */
export interface AccessTokenClaims {
  /** The origin of this server; the tokens are for its own interface. */
  iss: string
  aud: string
  /** The login ("login:3") or, for client credentials, the client id. */
  sub: string
  client_id: string
  scope: string
  /** Seconds since 1970. */
  exp: number
}

export interface AccessTokens {
  /**
   * Returns the id (jti) of a token that this server, under the name `issuer`, has issued for itself and that has not expired;
   * undefined otherwise. Costs no query.
   */
  verify(token: string, issuer: string): Promise<string | undefined>
  sign(claims: AccessTokenClaims): Promise<{ token: string; jti: string }>
}

const TYPE = 'at+jwt'
const LONGEST = 4096

/** @param key 32 bytes, derived from the installation's secret. */
export const accessTokens = (key: Uint8Array): AccessTokens => ({
  verify: async (token, issuer) => {
    if (token.length > LONGEST) return undefined
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        typ: TYPE,
        issuer,
        audience: issuer,
        requiredClaims: ['jti', 'exp'],
      })
      return payload.jti
    } catch {
      return undefined
    }
  },
  sign: async (claims) => {
    const jti = randomUUID()
    const token = await new SignJWT({ ...claims, jti })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
      .setIssuedAt()
      .sign(key)
    return { token, jti }
  },
})
