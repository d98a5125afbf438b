import type pg from 'pg'
import { listTenantCurrencies } from '#kernel/money/currencies'
import { checked, type Finding, ok, warn } from './finding.ts'

const MAX_NAMES = 20

/**
 * Names the tenants whose currency does not have two decimals, and the active gateways whose account has another currency than
 * their tenant. Earlier versions accepted both. @param system a connection that sees all tenants
 */
export const checkCurrencies = (system: pg.Client): Promise<Finding[]> =>
  checked('currencies', async () => {
    const { rows: tenants } = await system.query<{ name: string }>(
      `SELECT key || ' (' || currency_code || ')' AS name FROM tenant WHERE currency_code <> ALL ($1) ORDER BY key`,
      [listTenantCurrencies()],
    )
    const { rows: gateways } = await system.query<{ name: string }>(
      `SELECT t.key || ': ' || g.name || ' (' || a.currency_code || ')' AS name FROM processor_account a
         JOIN tenant t ON t.id = a.tenant_id
         JOIN payment_gateway g ON g.tenant_id = a.tenant_id AND g.id = a.gateway_id
       WHERE a.currency_code <> t.currency_code AND g.is_active ORDER BY t.key, g.name`,
    )
    const findings = [
      ...named(tenants, 'Tenants in a currency without two decimals', TENANT_ADVICE),
      ...named(gateways, 'Gateways whose account has another currency than their tenant', GATEWAY_ADVICE),
    ]
    return findings.length > 0 ? findings : [ok('currencies', 'All tenants have a currency with two decimals.')]
  })

const TENANT_ADVICE =
  'Nothing is charged for them. Create a tenant in another currency: guildhall tenant create --help. Compare the charges so ' +
  'far with the invoices: the processor was sent hundredths.'
const GATEWAY_ADVICE =
  'They are not charged. Use an account in the currency of the tenant, and make these gateways inactive.'

const named = (rows: readonly { name: string }[], what: string, advice: string): Finding[] => {
  if (rows.length === 0) return []
  const names = rows.slice(0, MAX_NAMES).map(({ name }) => name)
  const more = rows.length > MAX_NAMES ? [`and ${rows.length - MAX_NAMES} more`] : []
  return [warn('currencies', `${what}: ${[...names, ...more].join(', ')}.`, advice)]
}
