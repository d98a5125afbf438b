import { Command } from 'commander'
import { createPermission } from '#areas/integration/application-permissions/application-permissions.service'
import { assertKnownScopes } from '#areas/integration/application-permissions/permission-rules'
import { commandScope, findTenant, withSession } from './session.ts'

interface Options {
  tenant: string
  name: string
  scopes: string[]
}

const byCommas = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((scope) => scope.trim())
    .filter(Boolean)

export const keyCommand = (): Command => {
  const key = new Command('key').description('Make API keys.')
  key
    .command('create')
    .description('Make an API key. It is printed this once and cannot be read again.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--name <name>', 'what the key is for')
    .option('--scopes <scopes>', 'what it may do, by commas: contacts:read,contacts:write', byCommas, ['admin'])
    .addHelpText('after', '\nThe key alone goes to standard output, so that it can be put into a file.')
    .action(create)
  return key
}

const create = (options: Options): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    assertKnownScopes(options.scopes, '/scopes')
    const scope = await commandScope(session, tenant)
    const wanted = { applicationName: options.name, scopes: options.scopes }
    const { secret } = await createPermission(scope, 'apikey', wanted)
    console.error(`API key "${options.name}" of ${tenant.key}, good for ${options.scopes.join(', ')}:`)
    console.log(secret)
  })
