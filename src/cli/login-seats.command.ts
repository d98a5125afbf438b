import type { Command } from 'commander'
import { PLATFORM_SCOPE } from '#kernel/contract/scopes'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import { setLoginEmail } from '#services/identity/email-change/email-changes'
import { resetFactorsOf } from '#services/identity/login-changes'
import { loginName } from '#services/identity/logins'
import { signOutSeat } from '#services/identity/seat-access'
import { removeSeat } from '#services/identity/seat-changes'
import { type ListedSeat, listTenantSeats } from '#services/identity/seat-lists'
import { changeSeat } from '#services/identity/seat-saves'
import { UserError } from './failure.ts'
import { printable } from './printable.ts'
import { commandScope, findTenant, type Session, settleReplicas, withSession } from './session.ts'

/** The commands about the seats of a tenant, and the address and second factors of a login. */
export const addSeatCommands = (login: Command): void => {
  login
    .command('list')
    .description('List the seats of a tenant by name: id, name, address, role, state, last sign-in.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .action(list)
  aboutSeat(
    login,
    'remove-seat',
    'Remove the access of a login to a tenant. Its tokens there end immediately; the login remains. The last ' +
      'administrator of a tenant cannot be removed.',
  ).action(remove)
  aboutSeat(login, 'set-role', 'Change the role of a login in a tenant. The running servers apply it immediately.')
    .requiredOption('--role <role>', 'Administrator, Staff, Read only, Chapter owner, or another role of the tenant')
    .action(setRole)
  aboutSeat(
    login,
    'sign-out',
    'End the sessions of a login, and the tokens of its applications in a tenant. The person can sign in again.',
  ).action(signOut)
  login
    .command('change-email')
    .description(
      'Change the address with which a person signs in. Its sessions and tokens remain, links for a new password end, and the ' +
        'former address is notified. Staff change their own address at /account/email.',
    )
    .requiredOption('--email <address>', 'address of the login')
    .requiredOption('--to <address>', 'the new address')
    .action(changeEmail)
  login
    .command('reset-second-factor')
    .description(
      'Remove the authenticator app, passkeys and recovery codes of a login, for a person that has lost them. The person is notified.',
    )
    .requiredOption('--email <address>', 'address of the login')
    .action(resetFactors)
}

const list = ({ tenant: key }: { tenant: string }): Promise<void> =>
  withSession(async (session) => {
    const { system } = session.installation.database
    const found = await listTenantSeats(system, (await findTenant(session, key)).id)
    for (const seat of found) console.log(lineOf(seat))
    if (found.length === 0) console.error('The tenant has no seats. Create one: guildhall login create')
  })

const lineOf = ({ loginId, name, email, roleName, disabledAt, lastSignInAt }: ListedSeat): string => {
  const seen = lastSignInAt ? `signed in ${lastSignInAt.toISOString()}` : 'never signed in'
  const state = disabledAt ? 'disabled' : 'enabled'
  return printable(`${String(loginId).padStart(6)}  ${name}  ${email}  ${roleName}  ${state}  ${seen}`)
}

/** A command about the seat of a login. */
const aboutSeat = (parent: Command, name: string, description: string): Command =>
  parent
    .command(name)
    .description(description)
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--email <address>', 'address of the login')

interface SeatOptions {
  tenant: string
  email: string
}

/** Changes a seat, and waits until every running server has applied the change. */
const changeOf = (
  { tenant: key, email }: SeatOptions,
  work: (session: Session, scope: Scope, loginId: number) => Promise<void>,
  done: (email: string) => string,
): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, key)
    const seats = await listTenantSeats(session.installation.database.system, tenant.id)
    const seat = seats.find((one) => one.email === loginName(email))
    if (!seat)
      throw new UserError(`--email: "${email}" has no seat in ${key}. List them: guildhall login list --tenant ${key}`)
    await work(session, await commandScope(session, tenant), seat.loginId)
    await settleReplicas(session)
    console.log(done(seat.email))
  })

const remove = (options: SeatOptions): Promise<void> =>
  changeOf(
    options,
    ({ installation: { database } }, scope, loginId) => removeSeat(database, scope, loginId),
    (email) => `Removed the seat of ${email} in ${options.tenant}.`,
  )

const setRole = (options: SeatOptions & { role: string }): Promise<void> =>
  changeOf(
    options,
    ({ installation: { database } }, scope, loginId) => {
      // The command line grants every scope.
      const saver = { ...scope, grants: new Set([PLATFORM_SCOPE]) }
      return changeSeat(database, saver, loginId, { roleName: options.role }, versionOf(null))
    },
    (email) => `Changed the role of ${email} in ${options.tenant} to ${options.role}.`,
  )

const signOut = (options: SeatOptions): Promise<void> =>
  changeOf(
    options,
    ({ installation: { database } }, scope, loginId) => signOutSeat(database, scope, loginId, new Date()),
    (email) => `Signed ${email} out.`,
  )

const resetFactors = ({ email: entered }: { email: string }): Promise<void> =>
  withSession(async (session) => {
    const { email, isReset } = await resetFactorsOf(session.installation.database, entered, new Date())
    await settleReplicas(session)
    console.log(isReset ? `Removed the second factors of ${email}.` : `${email} has no second factor.`)
  })

const changeEmail = (options: { email: string; to: string }): Promise<void> =>
  withSession(async ({ installation: { database } }) => {
    const recorder = {
      actor: { kind: 'system', id: 0 },
      clock: systemClock,
      requestId: `cli-${crypto.randomUUID()}`,
    } as const
    const { former, email } = await setLoginEmail({ system: database.system, recorder }, options.email, options.to)
    console.log(`Changed the address of ${former} to ${email}.`)
  })
