import { expect, test } from 'vitest'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

test('shows the failures of the ledger sync, sends them again, and moves the tenant to another ledger', async () => {
  expect((await guildhall('ledger status')).err).toBe('No ledger is installed.\n')
  const { system } = database()
  const { id: tenantId } = await system.tenant.findFirstOrThrow({ where: { key: 'north' } })
  const { id: installationId } = await system.ledgerInstallation.create({ data: { tenantId, connectorId: 1 } })
  const now = new Date()
  await system.ledgerConnection.create({ data: { tenantId, installationId, status: 'Connected', connectedAt: now } })
  const failed = { tenantId, kind: 'invoice', status: 'Failed', message: 'Map the account "Dues".', createdAt: now }
  await system.ledgerExecution.createMany({ data: [1, 2].map((documentId) => ({ ...failed, documentId })) })
  expect(await guildhall('ledger status --tenant north')).toMatchObject({
    code: 0,
    out: `north: Embedded ledger, sync off (ledger Connected, service NotConnected)
  0 waiting, 2 failed, last sent never
       2  Map the account "Dues".
`,
  })
  expect((await guildhall('ledger resync --tenant north')).out).toBe('Documents to be sent again: 2\n')
  expect(await system.ledgerExecution.count({ where: { status: 'Pending' } })).toBe(2)
  const online = { LEDGER_CLIENT_ID: 'guildhall', LEDGER_CLIENT_SECRET: 'secret' }
  const move = (options = '') => guildhall(`ledger switch --tenant north --to online ${options}`.trim(), online)
  expect((await move()).err).toBe('The ledger of north is connected. Disconnect it in the ledger settings first.\n')
  await system.ledgerConnection.deleteMany()
  expect(await move('--resend-from 2026-01-01')).toMatchObject({
    code: 0,
    out: `north uses: Online ledger. Connect it, map the records and switch the sync on.
Documents to be sent again: 0
`,
  })
})
