import { Command, InvalidArgumentError } from 'commander'
import { tenantSeeds } from '#areas/joined'
import { provisionTenant } from '#kernel/tenancy/provision'
import type { Tenant } from '#prisma/client'
import { loadWholeDemo } from '../demo/load-whole-demo.ts'
import { duration, number, showProgress } from './progress.ts'
import { type Session, withSession } from './session.ts'

const MIN = 10
const MAX = 10_000_000

const count = (text: string): number => {
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(value) || value < MIN || value > MAX)
    throw new InvalidArgumentError(`It must be a whole number from ${number(MIN)} to ${number(MAX)}.`)
  return value
}

interface Options {
  contacts: number
  tenant: string
}

export const demoCommand = (): Command =>
  new Command('demo')
    .description(
      'Fill a tenant with fictitious contacts from many countries, always the same ones, and with tasks, calendars and ' +
        'workflows of its office. Asked again for more, it adds the difference in contacts; asked for as many or fewer, ' +
        'it changes nothing.',
    )
    .option('--contacts <number>', 'how many contacts the demonstration shall have', count, 300)
    .option('--tenant <key>', 'key of the tenant; made where there is none', 'demo')
    .action((options: Options) => withSession((session) => fill(session, options), { creates: true }))

const fill = async (session: Session, options: Options): Promise<void> => {
  const tenant = await findOrMake(session, options.tenant)
  const progress = showProgress(`Demonstration data for ${tenant.key}`, 'contacts')
  const started = Date.now()
  try {
    const { added, found, hasNewWork } = await loadWholeDemo(session.installation, {
      tenant,
      contacts: options.contacts,
      now: new Date(),
      log: session.log,
      onProgress: (done, total) => progress.update(done, total),
    })
    const took = duration((Date.now() - started) / 1000)
    if (added === 0 && hasNewWork) progress.finish(`Added tasks, calendars and workflows to ${tenant.key}.`)
    else if (added === 0) progress.finish(`Nothing to add: ${tenant.key} already has these ${number(found)} contacts.`)
    else progress.finish(`Added ${number(added)} contacts to ${tenant.key} in ${took}.`)
  } catch (error) {
    progress.fail('The demonstration is incomplete. Run the same command again to add the rest.')
    throw error
  }
}

const findOrMake = async ({ installation: { database } }: Session, key: string): Promise<Tenant> => {
  const found = await database.system.tenant.findFirst({ where: { key } })
  return found ?? provisionTenant(database, { key, name: 'Guildhall Demo Association' }, tenantSeeds)
}
