import { Command } from 'commander'
import { assertScopes } from '#areas/integration/application-permissions/application-permissions.model'
import { createPermission } from '#areas/integration/application-permissions/application-permissions.service'
import { visibleName } from './name.ts'
import { commandScope, findTenant, withSession } from './session.ts'

interface Options {
  tenant: string
  name: string
  scopes: string[]
}

const parseScopes = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((scope) => scope.trim())
    .filter(Boolean)

export const keyCommand = (): Command => {
  const key = new Command('key').description('Create API keys.')
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
  return key
}

const create = (options: Options): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    assertScopes(options.scopes, '/scopes')
    const scope = await commandScope(session, tenant)
    const permission = { applicationName: options.name, scopes: options.scopes }
    const { secret } = await createPermission(scope, 'apikey', permission)
    console.error(`API key "${options.name}" of ${tenant.key} with the scopes ${options.scopes.join(', ')}:`)
    console.log(secret)
  })
