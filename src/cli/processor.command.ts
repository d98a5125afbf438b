import { Command } from 'commander'
import { deleteConnection, saveConnection } from '#areas/finance/payment-processor/connections.service'
import { sealer } from '#kernel/crypto/seal'
import { UserError } from './failure.ts'
import { commandScope, findTenant, withSession } from './session.ts'

export const processorCommand = (): Command => {
  const processor = new Command('processor').description('The connection of a tenant with the payment processor.')
  processor
    .command('connect')
    .description('Store the keys of the payment processor for a tenant, encrypted. Replaces earlier ones.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .addHelpText(
      'after',
      '\nGUILDHALL_PROCESSOR_KEY contains the secret key, GUILDHALL_PROCESSOR_EVENT_SECRET the signing secret of events.' +
        '\nSet the address of events at the processor to <PUBLIC_URL>/hooks/payment-processor/<key of the tenant>.',
    )
    .action(connect)
  processor
    .command('disconnect')
    .description('Delete the keys of the payment processor of a tenant. Its charges and reports stay.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .action(disconnect)
  return processor
}

const connect = (options: { tenant: string }): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    const connection = {
      key: secretOf('GUILDHALL_PROCESSOR_KEY'),
      eventSecret: secretOf('GUILDHALL_PROCESSOR_EVENT_SECRET'),
    }
    const { secret } = session.installation
    const scope = await commandScope(session, tenant)
    await saveConnection(scope, sealer(...secret.keys('sealed-records')), connection)
    console.log(`${tenant.key} is connected with the payment processor.`)
    console.log(`Events: /hooks/payment-processor/${tenant.key}`)
  })

const disconnect = (options: { tenant: string }): Promise<void> =>
  withSession(async (session) => {
    const tenant = await findTenant(session, options.tenant)
    if (await deleteConnection(await commandScope(session, tenant))) console.log(`${tenant.key} is disconnected.`)
    else console.log(`${tenant.key} was not connected.`)
  })

/** From the environment, so that no list of processes and no history of a shell shows it. */
const secretOf = (name: string): string => {
  const secret = process.env[name]?.trim() ?? ''
  if (secret === '') throw new UserError(`${name} is missing. Set it to the secret that the payment processor shows.`)
  return secret
}
