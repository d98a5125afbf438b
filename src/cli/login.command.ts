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
      'Give a person a seat in a tenant, with a login of their own where they have none yet. The password is asked for, ' +
        'or taken from GUILDHALL_PASSWORD or standard input; a login that exists keeps its own.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'name as it is shown; the address where it is not given')
    .option('--role <role>', 'Administrator, Staff, Read only, Chapter owner, or another role of the tenant', 'Staff')
    .option(
      '--contact <id>',
      'the contact that the person is; an owner of chapters reaches those of this contact',
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
    const what = isNew ? 'Made login' : 'The login exists and keeps its password; gave a seat to'
    console.log(`${what} ${login.email} in ${tenant.key} as ${options.role}.`)
  })
