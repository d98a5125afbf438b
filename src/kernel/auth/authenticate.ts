import type { FastifyRequest } from 'fastify'
import type { Tenant } from '#prisma/client'
import { badInput, forbidden, unauthorized } from '../errors/problem.ts'
import type { AccessTokens } from './access-token.ts'
import { isListed } from './address-list.ts'
import { hashToken, isToken } from './api-key.ts'
import type { Credential, CredentialStore } from './credential-store.ts'

/** Who calls, and in which tenant. */
export interface Caller {
  credential: Credential
  tenant: Tenant
}

/**
 * Finds the caller by `Authorization: ApiKey <key>`, `X-Api-Key: <key>` or `Authorization: Bearer <access token>`.
 * What is malformed or forged is refused without a query.
 */
export const authenticate = async (
  request: FastifyRequest,
  store: CredentialStore,
  tokens: AccessTokens,
): Promise<Caller> => {
  const credential = await findCredential(request, store, tokens)
  if (credential.expiresAt <= Date.now()) throw unauthorized('This credential has expired.', 'expired', 'invalid_token')
  assertAddress(credential, request.ip)
  return { credential, tenant: await findTenant(request, credential, store) }
}

const findCredential = async (
  request: FastifyRequest,
  store: CredentialStore,
  tokens: AccessTokens,
): Promise<Credential> => {
  const { scheme, value } = presented(request)
  if (scheme === 'bearer') return findByToken(value, store, tokens)
  if (!isToken('ghk', value))
    throw unauthorized('The API key is malformed: its form or checksum is wrong.', 'malformed-key')
  const found = await store.findKey(hashToken(value))
  if (!found) throw unauthorized('This API key is unknown or was revoked.', 'unknown-key')
  return found
}

const findByToken = async (token: string, store: CredentialStore, tokens: AccessTokens): Promise<Credential> => {
  const id = await tokens.verify(token)
  if (!id) throw unauthorized('The access token is malformed, forged or expired.', 'invalid-token', 'invalid_token')
  const found = await store.findAccessToken(hashToken(id))
  if (!found) throw unauthorized('The access token was revoked.', 'invalid-token', 'invalid_token')
  return found
}

/** The credential as presented. Two different ones in one request are refused: it would be unclear who calls. */
const presented = (request: FastifyRequest): { scheme: 'key' | 'bearer'; value: string } => {
  const { authorization, 'x-api-key': apiKey } = request.headers
  if (authorization === undefined && apiKey === undefined) {
    throw unauthorized(
      'A credential is needed: Authorization: ApiKey <key>, X-Api-Key: <key> or Authorization: Bearer <token>.',
    )
  }
  if (authorization !== undefined && apiKey !== undefined) {
    throw unauthorized(
      'Send one credential, not Authorization and X-Api-Key at once.',
      'two-credentials',
      'invalid_request',
    )
  }
  if (authorization === undefined) return { scheme: 'key', value: String(apiKey) }
  const match = /^(ApiKey|Bearer) +([^\s]+)$/i.exec(authorization)
  if (!match?.[1] || !match[2])
    throw unauthorized('Authorization must read "ApiKey <key>" or "Bearer <token>".', 'malformed-authorization')
  return { scheme: match[1].toLowerCase() === 'bearer' ? 'bearer' : 'key', value: match[2] }
}

const assertAddress = (credential: Credential, address: string): void => {
  if (credential.addressList === null || credential.addressList.trim() === '') {
    if (credential.tenantId !== null) return
    throw forbidden(
      'A global credential works only from the addresses on its list, and its list is empty.',
      'address-not-listed',
    )
  }
  if (!isListed(credential.addressList, address))
    throw forbidden('This credential may not be used from this address.', 'address-not-listed')
}

const findTenant = async (request: FastifyRequest, credential: Credential, store: CredentialStore): Promise<Tenant> => {
  const header = request.headers['x-tenant-key']
  if (credential.tenantId !== null) return ownTenant(credential.tenantId, header, store)
  if (typeof header !== 'string')
    throw badInput('header:X-Tenant-Key', 'is needed with a global credential', 'tenant-needed')
  const tenant = TENANT_KEY.test(header) ? await store.findTenant({ key: header }) : undefined
  if (!tenant) throw badInput('header:X-Tenant-Key', 'names no tenant', 'unknown-tenant')
  return tenant
}

/** The form of a tenant key; anything else is refused without a query. */
export const TENANT_KEY = /^[a-z0-9][a-z0-9-]{1,62}$/

/** A tenant's own credential needs no header; one that names another tenant is a mistake worth telling. */
const ownTenant = async (
  tenantId: number,
  header: string | string[] | undefined,
  store: CredentialStore,
): Promise<Tenant> => {
  const tenant = await store.findTenant({ id: tenantId })
  if (!tenant) throw unauthorized('The tenant of this credential is gone.', 'unknown-tenant')
  if (header !== undefined && header !== tenant.key)
    throw badInput('header:X-Tenant-Key', 'is not the tenant of this credential', 'unknown-tenant')
  return tenant
}
