import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { waitForLocks } from '#test/support/database/wait-for-lock'
import { ledgerApi, ROOT } from '#test/support/finance/ledger'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
// 23:30 in New York, where it is still the 20th.
const clock = { now: () => new Date('2026-11-21T04:30:00Z') }
beforeAll(async () => {
  server = await buildTestApp({ clock })
})
afterAll(() => server.close())

const URL = `${ROOT}/ledgerinstall`

describe('GET /api/ledgersettings/settings/ledgerinstall (getLedgerInstall)', () => {
  test('returns what to do without an installation, and the closed period with one', async () => {
    const api = ledgerApi(await server.tenant())
    const read = () => api.get('getLedgerInstall', 'ledgerinstall')
    expect(await read()).toEqual({
      Id: null,
      ClosedPeriodEnabled: false,
      DisplayMessage: 'No ledger is installed. Save the installation without Id to install one.',
      SetupClosedPeriod: null,
    })
    const { Id } = await api.install({ ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-06-30' })
    expect(await read()).toEqual({
      Id,
      ClosedPeriodEnabled: true,
      DisplayMessage: 'The period until 2026-06-30 is closed.',
      SetupClosedPeriod: '2026-06-30',
    })
  })
})

describe('POST /api/ledgersettings/settings/ledgerinstall (saveLedgerInstall)', () => {
  test('installs once, also when several requests install at the same time', async () => {
    const api = ledgerApi(await server.tenant())
    const made = await Promise.all(Array.from({ length: 5 }, () => api.install({ Id: '0' })))
    expect(new Set(made.map(({ Id }) => Id)).size).toBe(1)
    const { tenant } = api.caller
    const { system } = server.database
    expect(await system.ledgerInstallation.count({ where: { tenantId: tenant.id } })).toBe(1)
    expect(await system.embeddedLedgerRecord.count({ where: { tenantId: tenant.id, kind: 'item' } })).toBe(7)
    const history = await system.auditEntry.findMany({ where: { tenantId: tenant.id, entity: 'ledgersettings' } })
    expect(history.map(({ action }) => action)).toEqual(['created'])
  })

  test('changes the closed period by its version; fields that are left out keep their values', async () => {
    const api = ledgerApi(await server.tenant())
    const { Id } = await api.install({ SetupClosedPeriod: '2026-06-30' })
    expect(await api.install({ Id, ClosedPeriodEnabled: true })).toMatchObject({
      ClosedPeriodEnabled: true,
      SetupClosedPeriod: '2026-06-30',
    })
    expect(await api.install({ Id, ClosedPeriodEnabled: false })).toMatchObject({
      DisplayMessage: 'No period is closed.',
    })
    const stale = api.caller.post(URL, { Id, SetupClosedPeriod: null }, { 'if-match': '"1"' })
    expect(await refusal(stale)).toEqual([412, 'precondition-failed'])
    expect(await api.install({ Id, SetupClosedPeriod: null })).toMatchObject({ SetupClosedPeriod: null })
  })

  test('rejects a closed period without a day or with one after yesterday in the time zone of the tenant', async () => {
    const caller = await server.tenant()
    await server.database.system.tenant.update({
      where: { id: caller.tenant.id },
      data: { timeZone: 'America/New_York' },
    })
    const save = (body: object) => caller.post(URL, body)
    expect(await refusal(save({ ClosedPeriodEnabled: true }))).toEqual([422, '/SetupClosedPeriod'])
    expect(await refusal(save({ SetupClosedPeriod: '2026-11-20' }))).toEqual([422, '/SetupClosedPeriod'])
    expect(await refusal(save({ SetupClosedPeriod: '2026-02-30' }))).toEqual([400, '/SetupClosedPeriod'])
    expect((await save({ ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-11-19' })).statusCode).toBe(200)
  })

  test('the first closing waits for a document that is being posted; a later one is refused', async () => {
    const { caller, install } = ledgerApi(await server.tenant())
    const { database } = server
    const person = await caller.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Byron' })
    const where = { tenantId: caller.tenant.id, systemRole: 'membership-income' }
    const { id: AccountId } = await database.system.account.findFirstOrThrow({ where })
    const invoice = () =>
      caller.post('/api/finance/invoices/0', {
        ContactId: Number(person.json().ContactId),
        IssuedDate: '2026-06-30',
        DueDate: '2026-07-30',
        Lines: [{ Description: 'Dues', UnitPrice: 5, AccountId }],
      })
    const close = () => install({ ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-06-30' })
    const [posted, closed] = await database.system.$transaction(async (tx) => {
      await tx.numberSeries.createMany({ data: [{ tenantId: caller.tenant.id, name: 'invoice', next: 8 }] })
      const posting = invoice()
      await waitForLocks(database, 1)
      const closing = close()
      await waitForLocks(database, 2)
      return [posting, closing] as const
    })
    expect([(await posted).statusCode, (await closed).ClosedPeriodEnabled]).toEqual([200, true])
    const { Id } = await install({ Id: (await closed).Id, ClosedPeriodEnabled: false })
    const late = await database.system.$transaction(async (tx) => {
      await tx.$executeRaw`lock table audit_entry in share mode`
      const closing = install({ Id, ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-06-30' })
      await waitForLocks(database, 1)
      const posting = invoice()
      await waitForLocks(database, 2)
      return [closing, posting] as const
    })
    expect([(await late[0]).ClosedPeriodEnabled, await refusal(late[1])]).toEqual([true, [422, '/IssuedDate']])
  })

  test('returns 404 for the id of another installation, and 422 without the module', async () => {
    const mine = ledgerApi(await server.tenant())
    const theirs = ledgerApi(await server.tenant())
    const { Id } = await theirs.install()
    expect(await refusal(mine.caller.post(URL, { Id }))).toEqual([404, 'not-found'])
    await mine.good(
      'saveTenantSettings',
      mine.caller.post('/api/settings/tenant', { AuditId: 1, LedgerModuleIsEnabled: false }),
    )
    expect(await refusal(mine.caller.post(URL, {}))).toEqual([422, 'no-ledger-module'])
  })
})
