import { Command, InvalidArgumentError } from 'commander'
import { memberLoginList } from '#areas/people/member-logins/member-logins.listing'
import { findMemberAddress, findMemberLoginByEmail } from '#areas/people/member-logins/member-logins.queries'
import { changeMemberLogin, createMemberLogin, inviteMember } from '#areas/people/member-logins/member-logins.service'
import type { MemberLogin } from '#contract/people/member-logins'
import { parseNamedListQuery } from '#kernel/listing/input'
import { readRows } from '#kernel/listing/list-rows'
import { PAGE } from '#kernel/listing/request'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { resetMemberPassword } from '#services/identity/members/member-changes'
import { meantContact } from './contact-id.ts'
import { UserError } from './failure.ts'
import { readPassword } from './password.ts'
import { printable } from './printable.ts'
import { commandScope, findTenant, type Session, settleReplicas, withSession } from './session.ts'

interface LoginOptions {
  tenant: string
  email: string
}

interface CreateOptions {
  tenant: string
  contact: number
  email?: string
  invite: boolean
}

interface ListOptions {
  tenant: string
  search?: string
  limit: number
}

/** A command about one login of a tenant. */
const aboutLogin = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--email <address>', 'address that the member signs in with')

export const memberLoginCommand = (): Command => {
  const logins = new Command('member-login').description(
    'Create, invite, list, disable and enable logins of members, and reset their passwords.',
  )
  logins
    .command('create')
    .description('Create the login of an individual. It has no rights of staff.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--contact <id>', 'id of the individual', wholeNumber(999_999_999))
    .option('--email <address>', "address for signing in; the contact's primary email address if absent")
    .option('--invite', 'mail an invitation with a link that works once', false)
    .action(create)
  aboutLogin(logins, 'invite', 'Mail an invitation with a link that works once, within 7 days.').action(
    (options: LoginOptions) =>
      change(options, 'Queued an invitation to', ({ scope, id }) => inviteMember(scope, id, versionOf(null))),
  )
  aboutLogin(logins, 'disable', 'Disable a login. Its sessions and access tokens end immediately.').action(
    (options: LoginOptions) => change(options, 'Disabled', setDisabled(true)),
  )
  aboutLogin(logins, 'enable', 'Enable a disabled login. The member signs in again.').action((options: LoginOptions) =>
    change(options, 'Enabled', setDisabled(false)),
  )
  aboutLogin(
    logins,
    'reset-password',
    'Set a new password of a login. Its sessions and access tokens end immediately. The command asks for the password, ' +
      'or takes it from GUILDHALL_PASSWORD or standard input.',
  )
    .option('--password-stdin', 'read the password from standard input', false)
    .action((options: LoginOptions & { passwordStdin: boolean }) =>
      change(options, 'Reset the password of', async ({ session, scope, id, email, contactId }) => {
        const password = await readPassword(options.passwordStdin)
        const contact = await findMemberAddress(scope, scope.db.prisma, contactId)
        const owner = { id, email, displayName: contact?.name ?? '' }
        await resetMemberPassword(session.installation.database, scope, owner, password)
      }),
    )
  logins
    .command('list')
    .description('List the logins of members by name: id, contact, address, state, last sign-in.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--search <text>', 'list only logins whose name or address contains the text')
    .option('--limit <number>', 'maximum number of logins', wholeNumber(PAGE.max), PAGE.default)
    .action(list)
  return logins
}

const wholeNumber =
  (max: number) =>
  (text: string): number => {
    if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= max) return Number(text)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
  }

const create = ({ tenant, contact, email, invite }: CreateOptions): Promise<void> =>
  withSession(async (session) => {
    const scope = await commandScope(session, await findTenant(session, tenant))
    const ContactId = await meantContact(scope, contact)
    const input = { ContactId, IsInvited: invite, ...(email !== undefined && { EmailAddress: email }) }
    const login = JSON.parse((await createMemberLogin(scope, input)).text) as MemberLogin
    const invited = invite ? ' and queued an invitation' : ''
    console.log(`Created the login ${login.EmailAddress} of ${printable(login.Name ?? '')}${invited}.`)
  })

interface Found {
  session: Session
  scope: Scope
  id: number
  email: string
  contactId: number
}

/** Changes a login, and waits until every running server has applied the change. */
const change = (
  { tenant, email: entered }: LoginOptions,
  what: string,
  work: (found: Found) => Promise<unknown>,
): Promise<void> =>
  withSession(async (session) => {
    const scope = await commandScope(session, await findTenant(session, tenant))
    const login = await findMemberLoginByEmail(scope, entered)
    if (!login)
      throw new UserError(
        `--email: "${entered}" is not the address of a member login. List them: guildhall member-login list --tenant ${tenant}`,
      )
    const { id, email, contactId } = login
    await work({ session, scope, id, email, contactId })
    await settleReplicas(session)
    console.log(`${what} ${email}.`)
  })

const setDisabled =
  (IsDisabled: boolean) =>
  ({ scope, id }: Found) =>
    changeMemberLogin(scope, id, { IsDisabled }, versionOf(null))

const list = ({ tenant, search, limit }: ListOptions): Promise<void> =>
  withSession(async (session) => {
    const scope = await commandScope(session, await findTenant(session, tenant))
    const input = parseNamedListQuery({ Take: limit, ...(search !== undefined && { Criteria: search }) })
    const found = JSON.parse(await readRows(scope, memberLoginList(scope), input)) as MemberLogin[]
    for (const login of found) console.log(lineOf(login))
    if (found.length === 0) console.error('No login matches.')
  })

const lineOf = (login: MemberLogin): string => {
  const { MemberLoginId, ContactId, Name, EmailAddress, LastSignInDate } = login
  const seen = LastSignInDate === null ? 'never signed in' : `signed in ${LastSignInDate}`
  return printable(
    `${String(MemberLoginId).padStart(6)}  ${ContactId}  ${Name}  ${EmailAddress}  ${stateOf(login)}  ${seen}`,
  )
}

const stateOf = ({ IsDisabled, IsInvited, HasPassword }: MemberLogin): string => {
  if (IsDisabled) return 'disabled'
  if (HasPassword) return 'has a password'
  return IsInvited ? 'invited' : 'not invited'
}
