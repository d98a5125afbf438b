import type { FastifyRequest } from 'fastify'
import { isToken, keyOfToken, type TokenKey } from '#kernel/crypto/api-key'
import { badInput, forbidden, unauthorized } from '#kernel/errors/problem'
import { isListed } from '#kernel/http/address-list'
import type { Caller, Credential } from '#kernel/http/caller'
import { andThen, type NowOrLater } from '#kernel/http/now-or-later'
import { TENANT_KEY } from '#kernel/tenancy/tenant-part'
import type { Tenant } from '#prisma/client'
import type { CredentialStore } from './credential-store.ts'
import type { PageCaller, PageCallers } from './page-callers.ts'

/** Returns the key of a valid access token of this server; undefined for any other text. */
export type TokenReader = (request: FastifyRequest, token: string) => Promise<TokenKey | undefined>

/** What credentials are looked up in. */
export interface CredentialSources {
  store: CredentialStore
  pages: Pick<PageCallers, 'find'>
  readToken: TokenReader
}

/**
 * Identifies the caller by `Authorization: ApiKey <key>`, `X-Api-Key: <key>`, `Authorization: Bearer <key>` or
 * `Authorization: Bearer <access token>`; requests of this server's own pages by their login (`page-callers.ts`).
 * Rejects a malformed or forged credential without a query.
 */
export const authenticate = (request: FastifyRequest, sources: CredentialSources): NowOrLater<Caller> =>
  andThen(findCredential(request, sources), (credential) => {
    const { store } = sources
    if (credential.expiresAt <= Date.now())
      throw unauthorized('This credential has expired.', 'expired', 'invalid_token')
    requireAddress(credential, request.ip)
    return andThen(findTenant(request, credential, store), (tenant) => ({ credential, tenant }))
  })

const findCredential = (
  request: FastifyRequest,
  { store, pages, readToken }: CredentialSources,
): NowOrLater<Credential> => {
  const { scheme, value } = presented(request)
  const caller = pages.find(value)
  if (caller) return andThen(findPageCaller(caller, store), (found) => found ?? refusePageCaller())
  // An access token never begins like a key, so that a key can also be sent as a bearer token.
  if (scheme === 'bearer' && !value.startsWith('ghk_'))
    return readToken(request, value).then((key) => findByToken(key, store))
  return findByKey(value, store)
}

const findPageCaller = (caller: PageCaller, store: CredentialStore): NowOrLater<Credential | undefined> =>
  'memberId' in caller ? store.findPageMember(caller) : store.findSeat(caller)

const refusePageCaller = (): never => {
  throw unauthorized('The login has no access to this organization any more.', 'invalid-token', 'invalid_token')
}

const findByKey = (key: string, store: CredentialStore): NowOrLater<Credential> => {
  if (!isToken('ghk', key))
    throw unauthorized(
      'The API key is malformed: its form or checksum is wrong. Copy the whole key again.',
      'malformed-key',
    )
  return andThen(store.findKey(keyOfToken(key)), (found) => {
    if (found) return found
    throw unauthorized('The API key is unknown or was revoked. Ask an administrator for a new one.', 'unknown-key')
  })
}

const findByToken = (key: TokenKey | undefined, store: CredentialStore): NowOrLater<Credential> => {
  if (!key)
    throw unauthorized(
      'The access token is malformed, forged or expired. Refresh it.',
      'invalid-token',
      'invalid_token',
    )
  return andThen(store.findAccessToken(key), (found) => {
    if (found) return found
    throw unauthorized('The access token was revoked.', 'invalid-token', 'invalid_token')
  })
}

interface Presented {
  scheme: 'key' | 'bearer'
  value: string
}

/** Returns 401: the request has no credential. */
export const credentialNeeded = () =>
  unauthorized(
    'A credential is required. Send Authorization: ApiKey <key>, X-Api-Key: <key> or Authorization: Bearer <key or token>.',
  )

/**
 * Parses the credential. Clients generated from the contract send a key in every header that it lists: the same key is one
 * credential. Rejects two different ones in one request: the caller would be ambiguous.
 */
const presented = ({ headers }: FastifyRequest): Presented => {
  const sent = [...authorizationOf(headers.authorization), ...keysOf(headers['x-api-key'])]
  const [first] = sent
  if (!first) {
    throw credentialNeeded()
  }
  if (sent.some(({ value }) => value !== first.value)) {
    throw unauthorized(
      'The request has two different credentials. Send Authorization or X-Api-Key, not both.',
      'two-credentials',
      'invalid_request',
    )
  }
  return first
}

const authorizationOf = (header: string | undefined): Presented[] => {
  if (header === undefined) return []
  const match = /^(ApiKey|Bearer) +([^\s]+)$/i.exec(header)
  if (!match?.[1] || !match[2])
    throw unauthorized(
      'The Authorization header is malformed. Write "ApiKey <key>" or "Bearer <key or token>".',
      'malformed-authorization',
    )
  return [{ scheme: match[1].toLowerCase() === 'bearer' ? 'bearer' : 'key', value: match[2] }]
}

/** Returns the keys of a header. Node joins repeated headers by commas. */
const keysOf = (header: string | string[] | undefined): Presented[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((key) => ({ scheme: 'key', value: key.trim() }))

const requireAddress = (credential: Credential, address: string): void => {
  if (credential.addressList === null || credential.addressList.trim() === '') {
    if (credential.tenantId !== null) return
    throw forbidden(
      'A global credential works only from the addresses on its list, and its list is empty.',
      'address-not-listed',
    )
  }
  if (!isListed(credential.addressList, address))
    throw forbidden(
      'The credential cannot be used from this address. Ask to add the address to its list.',
      'address-not-listed',
    )
}

const findTenant = (request: FastifyRequest, credential: Credential, store: CredentialStore): NowOrLater<Tenant> => {
  const header = request.headers['x-tenant-key']
  if (credential.tenantId !== null) return ownTenant(credential.tenantId, header, store)
  if (typeof header !== 'string')
    throw badInput('header:X-Tenant-Key', 'is required with a global credential', 'tenant-needed')
  return andThen(TENANT_KEY.test(header) ? store.findTenant({ key: header }) : undefined, (tenant) => {
    if (tenant) return tenant
    throw badInput('header:X-Tenant-Key', 'does not match an existing tenant', 'unknown-tenant')
  })
}

/**
 * Returns the tenant of a credential that has one. It needs no header; naming another tenant is reported as a mistake.
 */
const ownTenant = (
  tenantId: number,
  header: string | string[] | undefined,
  store: CredentialStore,
): NowOrLater<Tenant> =>
  andThen(store.findTenant({ id: tenantId }), (tenant) => {
    if (!tenant) throw unauthorized('The tenant of this credential no longer exists.', 'unknown-tenant')
    if (header !== undefined && header !== tenant.key)
      throw badInput('header:X-Tenant-Key', 'is not the tenant of this credential', 'unknown-tenant')
    return tenant
  })
