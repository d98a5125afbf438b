import type { Command } from 'commander'
import { resetFactorsOf } from '#kernel/identity/login-changes'
import { loginName } from '#kernel/identity/logins'
import { type ListedSeat, listTenantSeats, removeSeat } from '#kernel/identity/seat-changes'
import { UserError } from './failure.ts'
import { printable } from './printable.ts'
import { commandScope, findTenant, settleReplicas, withSession } from './session.ts'

/** The commands about the seats of a tenant, and the second factors of a login. */
export const addSeatCommands = (login: Command): void => {
  login
    .command('list')
    .description('List the seats of a tenant by name: id, name, address, role, state, last sign-in.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .action(list)
  login
    .command('remove-seat')
    .description(
      'Remove the access of a login to a tenant. Its tokens there end immediately; the login remains. The last ' +
        'administrator of a tenant cannot be removed.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .requiredOption('--email <address>', 'address of the login')
    .action(remove)
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

const remove = ({ tenant: key, email }: { tenant: string; email: string }): Promise<void> =>
  withSession(async (session) => {
    const { database } = session.installation
    const tenant = await findTenant(session, key)
    const seats = await listTenantSeats(database.system, tenant.id)
    const seat = seats.find((one) => one.email === loginName(email))
    if (!seat)
      throw new UserError(`--email: "${email}" has no seat in ${key}. List them: guildhall login list --tenant ${key}`)
    await removeSeat(database, await commandScope(session, tenant), seat.loginId)
    await settleReplicas(session)
    console.log(`Removed the seat of ${seat.email} in ${key}.`)
  })

const resetFactors = ({ email: entered }: { email: string }): Promise<void> =>
  withSession(async (session) => {
    const { email, isReset } = await resetFactorsOf(session.installation.database, entered, new Date())
    await settleReplicas(session)
    console.log(isReset ? `Removed the second factors of ${email}.` : `${email} has no second factor.`)
  })
