import { Command, InvalidArgumentError } from 'commander'
import type { Login } from '#prisma/client'
import { disableLogin, enableLogin, resetPassword } from '#services/identity/login-changes'
import { createLogin, findActiveLogin, isLoginKnown, loginName } from '#services/identity/logins'
import { makeLink } from '#services/identity/mail/login-links'
import { listOnlyAdministrator } from '#services/identity/seat-changes'
import { staffLink, staffLinksOf } from '#services/mail/staff-links'
import { meantContact } from './contact-id.ts'
import { UserError } from './failure.ts'
import { addSeatCommands } from './login-seats.command.ts'
import { visibleName } from './name.ts'
import { readPassword } from './password.ts'
import { commandScope, findTenant, type Session, settleReplicas, withSession } from './session.ts'

interface Options {
  tenant: string
  email: string
  name?: string
  role: string
  contact?: number
  passwordStdin: boolean
}

export const loginCommand = (): Command => {
  const login = new Command('login').description(
    'Create, list, disable and enable staff logins, change their addresses, remove their seats, and reset their passwords.',
  )
  login
    .command('create')
    .description(
      'Create a staff seat in a tenant, and a login if the person has none yet. The command asks for the password of a new login, ' +
        'or takes it from GUILDHALL_PASSWORD or standard input. A login that exists keeps its own.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--email <address>', 'what the person signs in with')
    .option('--name <name>', 'name as it is shown; the address where it is not given', visibleName)
    .option('--role <role>', 'Administrator, Staff, Read only, Chapter owner, or another role of the tenant', 'Staff')
    .option(
      '--contact <id>',
      'the contact of the person; a chapter owner has access to the chapters of this contact',
      parseContactId,
    )
    .option('--password-stdin', 'read the password from standard input', false)
    .action(create)
  addSeatCommands(login)
  login
    .command('disable')
    .description('Disable a login in every tenant. Its sessions and access tokens end immediately.')
    .requiredOption('--email <address>', 'address of the login')
    .option('--force', 'also the only administrator of a tenant', false)
    .action(disable)
  login
    .command('enable')
    .description('Enable a disabled login. The person signs in again.')
    .requiredOption('--email <address>', 'address of the login')
    .action(({ email }: { email: string }) =>
      change(({ installation: { database } }) => enableLogin(database, email, new Date()), 'Enabled'),
    )
  login
    .command('reset')
    .description(
      'Print a link by which the person sets a new password once, within an hour. The password does not change before that.',
    )
    .requiredOption('--email <address>', 'address of the login')
    .action(printLink)
  login
    .command('reset-password')
    .description(
      'Set a new password of a login. Its sessions and access tokens end immediately. The command asks for the password, ' +
        'or takes it from GUILDHALL_PASSWORD or standard input.',
    )
    .requiredOption('--email <address>', 'address of the login')
    .option('--password-stdin', 'read the password from standard input', false)
    .action(({ email, passwordStdin }: { email: string; passwordStdin: boolean }) =>
      change(async ({ installation: { database } }) => {
        const password = await readPassword(passwordStdin)
        return resetPassword(database, email, password, new Date())
      }, 'Reset the password of'),
    )
  return login
}

/** Without an administrator, the tenant can be managed only on the command line. */
const disable = ({ email, force }: { email: string; force: boolean }): Promise<void> =>
  change(async ({ installation: { database } }) => {
    const tenants = force ? [] : await listOnlyAdministrator(database, email)
    if (tenants.length > 0)
      throw new UserError(
        `${email} is the only administrator that can sign in of ${tenants.join(', ')}. Create another one first ` +
          '(guildhall login create --role Administrator), or repeat the command with --force.',
      )
    return disableLogin(database, email, new Date())
  }, 'Disabled')

/** The link is a secret: it is the only thing on standard output, for use in other commands. */
const printLink = ({ email }: { email: string }): Promise<void> =>
  withSession(async ({ installation: { config, database } }) => {
    const login = await findActiveLogin(database.system, loginName(email))
    if (!login) throw new UserError(`--email: "${email}" is not the address of a login that can sign in.`)
    const token = await makeLink(database.system, login.id, new Date())
    console.log(staffLink(staffLinksOf(config), `/reset-password/${token}`))
  })

const parseContactId = (text: string): number => {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give the number of a contact.')
}

const create = (options: Options): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    const scope = await commandScope(session, tenant)
    const contactId = await meantContact(scope, options.contact)
    const { database } = session.installation
    const isKnown = await isLoginKnown(database.system, options.email)
    const wanted = {
      tenantKey: tenant.key,
      email: options.email,
      displayName: options.name ?? options.email,
      ...(!isKnown && { password: await readPassword(options.passwordStdin) }),
      role: options.role,
      ...(contactId !== undefined && { contactId }),
    }
    const { login, isNew } = await createLogin(database, wanted, scope)
    const what = isNew ? 'Created login' : 'The login exists and keeps its password. Created a seat for'
    console.log(`${what} ${login.email} in ${tenant.key} as ${options.role}.`)
  })

/** Changes a login, and waits until every running server has applied the change. */
const change = (work: (session: Session) => Promise<Login>, what: string): Promise<void> =>
  withSession(async (session) => {
    const { email } = await work(session)
    await settleReplicas(session)
    console.log(`${what} ${email}.`)
  })
