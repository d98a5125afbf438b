import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { hashToken, makeToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { Tenant } from '#prisma/client'

/** A caller: a tenant and one of its credentials. */
export interface TestCaller {
  tenant: Tenant
  /** The complete API key. */
  key: string
  permissionId: number
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  delete(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** Creates an API key of the tenant with the scopes, and calls with it. */
export const makeCaller = async (
  app: FastifyInstance,
  { system }: Database,
  tenant: Tenant,
  scopes: string[],
): Promise<TestCaller> => {
  const key = makeToken('ghk', tenant.id)
  const permission = await system.applicationPermission.create({
    data: {
      tenantId: tenant.id,
      kind: 'apikey',
      applicationName: 'test',
      scopes,
      createdBy: 'system',
      secrets: { create: { hash: hashToken(key), hint: key.slice(-4) } },
    },
  })
  const call = (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ) =>
    app.inject({
      method,
      url,
      headers: {
        authorization: `ApiKey ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    })
  return {
    tenant,
    key,
    permissionId: permission.id,
    get: (url, headers) => call('GET', url, headers),
    post: (url, body, headers) => call('POST', url, headers, body ?? {}),
    delete: (url, headers) => call('DELETE', url, headers),
  }
}
