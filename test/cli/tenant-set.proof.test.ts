import { expect, test } from 'vitest'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

const PRINTED = `real-estate: on
mls-type: Regional
state-association: off
point-of-entry: off
families: on
role-required: off
certifications: off
ledger-module: on
organization: none
default-status: prospective
prices-include-tax: off
tax-region: none
organization-name: none
organization-address: 12 Quay; Portland
tax-number: none
bank-details: none
logo: none
take-in-paid-people: off
open-to-exchanges: off
hub: none
log-months: 24
second-factor: off
cors-origins: https://a.example, https://b.example
`

test('changes settings of a tenant with history and event, and prints all of them', async () => {
  const changed = await guildhall(
    'tenant set --key north --real-estate on --mls-type Regional --certifications off --default-status prospective ' +
      '--organization-address 12\u00a0Quay;Portland --log-months 24 --cors-origins https://a.example,https://b.example',
  )
  expect(changed).toMatchObject({ code: 0, out: PRINTED, err: '' })
  const where = { entity: 'tenantsettings', actor: 'system' }
  expect(await database().system.auditEntry.count({ where })).toBe(1)
  expect(await database().system.outboxEvent.count({ where })).toBe(1)
  expect((await guildhall('tenant set --key north')).out).toBe(PRINTED)
  const reset = await guildhall('tenant set --key north --real-estate off --mls-type none --cors-origins none')
  expect(reset.out).toContain('real-estate: off\nmls-type: none\n')
  expect(reset.out).toContain('cors-origins: none\n')
})

test('names the option of a value that is refused', async () => {
  const unknown = await guildhall('tenant set --key north --organization 4711 --cors-origins https://a.example/x')
  expect(unknown).toMatchObject({ code: 1, out: '' })
  expect(unknown.err).toBe('--cors-origins: "https://a.example/x" must be an origin without a path.\n')
  const missing = await guildhall('tenant set --key north --organization 4711')
  expect(missing.err).toBe('--organization: does not reference an existing organization.\n')
  expect(await guildhall('tenant set --key north --families maybe')).toMatchObject({ code: 2, out: '' })
})
