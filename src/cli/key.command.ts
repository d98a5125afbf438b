import { Command, InvalidArgumentError } from 'commander'
import {
  type Permission,
  requireKeyScopes,
} from '#areas/integration/application-permissions/application-permissions.model'
import { listPermissions } from '#areas/integration/application-permissions/application-permissions.queries'
import {
  createPermission,
  deletePermission,
} from '#areas/integration/application-permissions/application-permissions.service'
import { versionOf } from '#kernel/records/versions'
import { tenantPart } from '#kernel/tenancy/tenant-part'
import { UserError } from './failure.ts'
import { visibleName } from './name.ts'
import { printable } from './printable.ts'
import { commandScope, findTenant, settleReplicas, withSession } from './session.ts'

interface CreateOptions {
  tenant: string
  name: string
  scopes: string[]
}

const parseScopes = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((scope) => scope.trim())
    .filter(Boolean)

const parseId = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the id that key list shows.')
}

export const keyCommand = (): Command => {
  const key = new Command('key').description('Create, list and revoke API keys.')
  key
    .command('create')
    .description('Create an API key. It is printed once and cannot be read again.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--name <name>', 'what the key is for', visibleName)
    .option('--scopes <scopes>', 'scopes of the key, separated by commas: contacts:read,contacts:write', parseScopes, [
      'admin',
    ])
    .addHelpText('after', '\nOnly the key is written to standard output, so that you can redirect it to a file.')
    .action(create)
  key
    .command('list')
    .description('List the API keys: id, name and state, the masked key with its last use, its scopes.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--all', 'also those that are revoked')
    .action(list)
  key
    .command('revoke')
    .description('Revoke an API key permanently. Every running server rejects it when the command ends.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--id <id>', 'id of the API key', parseId)
    .action(revoke)
  return key
}

const create = (options: CreateOptions): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    requireKeyScopes(options.scopes, '/scopes')
    const scope = await commandScope(session, tenant)
    const permission = { applicationName: options.name, scopes: options.scopes }
    const { secret } = await createPermission(scope, 'apikey', permission)
    console.error(`API key "${options.name}" of ${tenant.key} with the scopes ${options.scopes.join(', ')}:`)
    console.log(secret)
  })

const list = (options: { tenant: string; all?: boolean }): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    const scope = await commandScope(session, tenant)
    const keys = await listPermissions(scope, 'apikey', { withRevoked: options.all === true })
    if (keys.length === 0) console.log(`${tenant.key} has no API keys. See: guildhall key create --help`)
    const width = Math.max(0, ...keys.map(({ id }) => String(id).length))
    const indent = ' '.repeat(width + 2)
    for (const key of keys) {
      console.log(
        `${String(key.id).padStart(width)}  ${printable(key.applicationName)}  (${stateOf(key, scope.clock.now())})`,
      )
      console.log(`${indent}${maskedKey(key)}, ${lastUse(key)}`)
      console.log(`${indent}${key.scopes.join(', ')}`)
    }
  })

const minutes = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** After a reset, the older secret works until its end. */
const stateOf = ({ revokedAt, secrets }: Permission, now: Date): string => {
  if (revokedAt) return `revoked ${minutes(revokedAt)}`
  const valid = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  if (valid.length === 0) return 'expired'
  const [newest, older] = valid
  if (newest?.expiresAt) return `valid until ${minutes(newest.expiresAt)}`
  return older?.expiresAt ? `valid; the key before it until ${minutes(older.expiresAt)}` : 'valid'
}

const maskedKey = ({ tenantId, secrets: [newest] }: Permission): string =>
  `ghk_${tenantPart(tenantId)}_...${newest?.hint ?? ''}`

const lastUse = ({ uses: [latest] }: Permission): string =>
  latest ? `used ${minutes(latest.lastUsedAt)}` : 'never used'

const revoke = (options: { tenant: string; id: number }): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    const scope = await commandScope(session, tenant)
    const keys = await listPermissions(scope, 'apikey', { withRevoked: true })
    const key = keys.find(({ id }) => id === options.id)
    if (!key)
      throw new UserError(
        `--id: ${tenant.key} has no API key ${options.id}. See: guildhall key list --tenant ${tenant.key}`,
      )
    const named = `API key ${key.id} "${printable(key.applicationName)}" (${maskedKey(key)}) of ${tenant.key}`
    if (key.revokedAt) {
      console.log(`The ${named} was already revoked, on ${minutes(key.revokedAt)}.`)
      return
    }
    await deletePermission(scope, 'apikey', key.id, versionOf(null))
    await settleReplicas(session)
    console.log(`Revoked the ${named}. Its scopes were ${key.scopes.join(', ')}; ${lastUse(key)}.`)
  })
