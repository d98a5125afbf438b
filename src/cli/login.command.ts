import { Command, InvalidArgumentError } from 'commander'
import { createLogin } from '#kernel/auth/logins'
import { readPassword } from './password.ts'
import { findTenant, withSession } from './session.ts'

interface Options {
  tenant: string
  email: string
  name?: string
  role: string
  contact?: number
  passwordStdin: boolean
}

export const loginCommand = (): Command => {
  const login = new Command('login').description('Make staff logins.')
  login
    .command('create')
    .description(
      'Create a staff seat in a tenant, and a login if the person has none yet. The command asks for the password, ' +
        'or taken from GUILDHALL_PASSWORD or standard input; a login that exists keeps its own.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'name as it is shown; the address where it is not given')
    .option('--role <role>', 'Administrator, Staff, Read only, Chapter owner, or another role of the tenant', 'Staff')
    .option(
      '--contact <id>',
      'the contact of the person; a chapter owner has access to the chapters of this contact',
      contactId,
    )
    .option('--password-stdin', 'read the password from standard input', false)
    .action(create)
  return login
}

const contactId = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of a contact.')
}

const create = (options: Options): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    const { login, isNew } = await createLogin(session.installation.database, {
      tenantKey: tenant.key,
      email: options.email,
      displayName: options.name ?? options.email,
      password: await readPassword(options.passwordStdin),
      role: options.role,
      ...(options.contact !== undefined && { contactId: options.contact }),
    })
    const what = isNew ? 'Created login' : 'The login exists and keeps its password. Created a seat for'
    console.log(`${what} ${login.email} in ${tenant.key} as ${options.role}.`)
  })
