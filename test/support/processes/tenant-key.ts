import { tenantSeeds } from '#areas/joined'
import { hashToken, makeToken } from '#kernel/crypto/api-key'
import { openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { LOGIN_KEY } from '../database/login-key.ts'

/** Creates a tenant and a key with all rights, for a server in a separate process. Returns the key. */
export const createTenantKey = async (url: string): Promise<string> => {
  const opened = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 2,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  const tenant = await provisionTenant(opened, { key: 'busy', name: 'Busy', timeZone: 'Europe/Berlin' }, tenantSeeds)
  const made = makeToken('ghk', tenant.id)
  await opened.system.applicationPermission.create({
    data: {
      tenantId: tenant.id,
      kind: 'apikey',
      applicationName: 'test',
      scopes: ['admin'],
      createdBy: 'system',
      secrets: { create: { hash: hashToken(made), hint: made.slice(-4) } },
    },
  })
  await opened.close()
  return made
}
