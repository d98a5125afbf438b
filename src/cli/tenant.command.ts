import { Command } from 'commander'
import { renameTenant } from '#areas/integration/tenant-settings/tenant-settings.service'
import { tenantSeeds } from '#areas/joined'
import { findCurrencyFault, isTenantCurrency } from '#kernel/money/currencies'
import { provisionTenant } from '#kernel/tenancy/provision'
import { tenantPart } from '#kernel/tenancy/tenant-part'
import { UserError } from './failure.ts'
import { visibleName } from './name.ts'
import { commandScope, findTenant, type Session, settleReplicas, withSession } from './session.ts'
import { setCommand } from './tenant-set.command.ts'

export const tenantCommand = (): Command => {
  const tenant = new Command('tenant').description('Create, rename and list tenants, and change their settings.')
  tenant
    .command('create')
    .description('Create a tenant with its roles and value lists.')
    .requiredOption('--key <key>', 'short name used in requests: 2 to 63 lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'name of the organization', visibleName)
    .option('--time-zone <zone>', 'IANA time zone, such as Europe/Berlin', 'UTC')
    .option('--currency <code>', 'ISO 4217 currency with two decimals; it never changes', 'USD')
    .option('--country <code>', 'ISO 3166-1 country, two letters: phone numbers are parsed by its rules', 'US')
    .action((options: CreateOptions) => withSession((session) => create(session, options), { creates: true }))
  tenant
    .command('list')
    .description('List the tenants: key, id as in credentials, name.')
    .action(() => withSession(list))
  tenant
    .command('rename')
    .description('Change the name of a tenant. The running servers apply it immediately.')
    .requiredOption('--key <key>', 'key of the tenant')
    .requiredOption('--name <name>', 'new name of the organization', visibleName)
    .addHelpText(
      'after',
      '\nThe key never changes: addresses of pages, feeds and webhooks, front ends, the\n' +
        'payment processor and other installations contain it. For another key, export\n' +
        'the tenant and import it: guildhall export tenant --help',
    )
    .action((options: { key: string; name: string }) => withSession((session) => rename(session, options)))
  tenant.addCommand(setCommand())
  return tenant
}

interface CreateOptions {
  key: string
  name: string
  timeZone: string
  currency: string
  country: string
}

const create = async ({ installation: { database } }: Session, options: CreateOptions): Promise<void> => {
  const { key, name, timeZone } = options
  const currencyCode = options.currency.toUpperCase()
  if (!isTenantCurrency(currencyCode)) throw new UserError(`--currency: ${findCurrencyFault(options.currency)}.`)
  const country = await database.system.country.findFirst({ where: { alpha2: options.country.toUpperCase() } })
  if (!country)
    throw new UserError(
      `--country: "${options.country}" is not a valid country. Use a two-letter code of ISO 3166-1, for example DE.`,
    )
  const taken = await database.system.tenant.findFirst({ where: { key } })
  if (taken) throw new UserError(`--key: there is a tenant "${key}" already (${taken.name}).`)
  const wanted = { key, name, timeZone, currencyCode, countryId: country.id }
  const tenant = await provisionTenant(database, wanted, tenantSeeds)
  console.log(`Created tenant ${tenant.key} (${tenant.name}).`)
  console.log(`Create a first API key: guildhall key create --tenant ${tenant.key} --name 'First key'`)
}

const rename = async (session: Session, { key, name }: { key: string; name: string }): Promise<void> => {
  const tenant = await findTenant(session, key)
  const renamed = await renameTenant(await commandScope(session, tenant), name)
  await settleReplicas(session)
  console.log(`Renamed ${key} from ${tenant.name} to ${renamed.name}.`)
}

const list = async ({ installation: { database } }: Session): Promise<void> => {
  const tenants = await database.system.tenant.findMany({ orderBy: { key: 'asc' } })
  if (tenants.length === 0) console.log('There are no tenants yet. See: guildhall tenant create --help')
  const width = Math.max(0, ...tenants.map(({ key }) => key.length))
  // A proxy that routes by tenant needs the id as credentials contain it.
  for (const { id, key, name, timeZone, currencyCode } of tenants)
    console.log(`${key.padEnd(width)}  ${tenantPart(id)}  ${name}  (${timeZone}, ${currencyCode})`)
}
