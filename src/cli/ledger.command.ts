import { Command, Option } from 'commander'
import { switchLedger } from '#areas/finance/ledger-settings/installation.service'
import { CONNECTORS, getConnectorName } from '#areas/finance/ledger-settings/ledger.port'
import { isOnlineConfigured } from '#areas/finance/ledger-settings/online/online-oauth.adapter'
import { listFailures } from '#areas/finance/ledger-settings/sync/executions.queries'
import { resyncExecution, resyncExecutions } from '#areas/finance/ledger-settings/sync/executions.service'
import { readSyncStatus, type SyncStatus } from '#areas/finance/ledger-settings/sync/sync-status.queries'
import { readDay } from './day.ts'
import { UserError } from './failure.ts'
import { printable } from './printable.ts'
import { commandScope, findTenant, type Session, withSession } from './session.ts'

interface SwitchOptions {
  tenant: string
  to: keyof typeof CONNECTORS
  resendFrom?: string
}

export const ledgerCommand = (): Command => {
  const ledger = new Command('ledger').description('The sync of the books with the accounting ledger of a tenant.')
  ledger
    .command('status')
    .description('Show the connection, the waiting documents, and the failures with their reasons.')
    .option('--tenant <key>', 'show only this tenant')
    .action(status)
  ledger
    .command('resync')
    .description('Send failed documents again that were not repaired since.')
    .requiredOption('--tenant <key>', 'key of the tenant')
    .option('--execution <id>', 'send only the document of this execution, an id of the ledger log')
    .action(resync)
  ledger
    .command('switch')
    .description(
      'Move a tenant whose ledger is disconnected to another ledger. Deletes the mappings and the ids of customers.',
    )
    .requiredOption('--tenant <key>', 'key of the tenant')
    .addOption(new Option('--to <ledger>', 'the new ledger').choices(Object.keys(CONNECTORS)).makeOptionMandatory())
    .option('--resend-from <day>', 'also send the documents from this day on that the former ledger has', readDay)
    .addHelpText('after', '\nWithout --resend-from, only new documents go to the new ledger.')
    .action(switchTo)
  return ledger
}

const status = ({ tenant }: { tenant?: string }): Promise<void> =>
  withSession(async (session) => {
    const { database } = session.installation
    const tenants =
      tenant === undefined
        ? await database.system.tenant.findMany({ orderBy: { key: 'asc' } })
        : [await findTenant(session, tenant)]
    let shown = 0
    for (const one of tenants) {
      const found = await readSyncStatus(await commandScope(session, one))
      if (!found) continue
      shown++
      for (const line of linesOf(one.key, found)) console.log(printable(line))
    }
    if (shown === 0) console.error('No ledger is installed.')
  })

const linesOf = (key: string, { failures, ...found }: SyncStatus): string[] => {
  const failed = failures.reduce((sum, { count }) => sum + count, 0)
  const last = found.lastSyncAt?.toISOString() ?? 'never'
  return [
    `${key}: ${found.ledger}, sync ${found.isOn ? 'on' : 'off'} (ledger ${found.ledgerSide}, service ${found.serviceSide})`,
    `  ${found.waiting} waiting, ${failed} failed, last sent ${last}`,
    ...failures.map(({ message, count }) => `  ${String(count).padStart(6)}  ${message}`),
  ]
}

const scopeOf = async (session: Session, key: string) => commandScope(session, await findTenant(session, key))

const resync = ({ tenant, execution }: { tenant: string; execution?: string }): Promise<void> =>
  withSession(async (session) => {
    const scope = await scopeOf(session, tenant)
    if (execution === undefined) {
      const count = await resyncExecutions(scope, (reader) => listFailures(reader, {}))
      console.log(`Documents to be sent again: ${count}`)
    } else {
      if (!UUID.test(execution)) throw new UserError('The id of the execution must be a UUID, as in the ledger log.')
      await resyncExecution(scope, execution)
      console.log('Documents to be sent again: 1')
    }
  })

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const switchTo = ({ tenant, to, resendFrom }: SwitchOptions): Promise<void> =>
  withSession(async (session) => {
    if (to === 'online' && !isOnlineConfigured(session.installation.config))
      throw new UserError('The online ledger is not configured. Set LEDGER_CLIENT_ID and LEDGER_CLIENT_SECRET.')
    const connectorId = CONNECTORS[to]
    const scope = await scopeOf(session, tenant)
    const count = await switchLedger(scope, { connectorId, resendFrom: resendFrom ?? null })
    if (count === null)
      throw new UserError(`The ledger of ${tenant} is connected. Disconnect it in the ledger settings first.`)
    console.log(`${tenant} uses: ${getConnectorName(connectorId)}. Connect it, map the records and switch the sync on.`)
    console.log(`Documents to be sent again: ${count}`)
  })
