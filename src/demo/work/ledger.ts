import { recordConnection } from '#areas/finance/ledger-settings/connections/ledger-side.service'
import { connectServiceSide } from '#areas/finance/ledger-settings/connections/service-side.service'
import { saveInstallation } from '#areas/finance/ledger-settings/installation.service'
import { findInstallation } from '#areas/finance/ledger-settings/ledger-settings.queries'
import { saveSettings } from '#areas/finance/ledger-settings/ledger-settings.service'
import { mappings } from '#areas/finance/ledger-settings/mappings/mappings.queries'
import type { Scope } from '#kernel/tenancy/scope'
import { NEW } from './saving.ts'

type MappingName = keyof typeof mappings

/** The records of the embedded ledger by the names of the office's records. Others have no counterpart. */
const COUNTERPARTS: [MappingName, Record<string, string>][] = [
  [
    'account',
    {
      'Accounts receivable': 'Accounts Receivable',
      'Membership dues': 'Membership Dues',
      'Checking account': 'Checking',
      'Sponsorships and advertising': 'Sponsorship Income',
      Merchandise: 'Store Sales',
      Shipping: 'Shipping Income',
    },
  ],
  [
    'feeItem',
    {
      'Annual dues': 'Membership Dues',
      Workshop: 'Event Registration',
      'Table sponsorship': 'Sponsorship',
      'Member handbook': 'Merchandise',
      'Tote bag': 'Merchandise',
    },
  ],
  ['discount', { 'Early bird': 'Discounts Given', Welcome: 'Discounts Given' }],
  ['tax', { 'Sales tax': 'Sales Tax' }],
  ['paymentType', { Cash: 'Cash', Check: 'Check', 'Credit card': 'Credit Card', ACH: 'ACH' }],
]

/**
 * Installs and connects the embedded ledger, so that the worker sends the documents of the demonstration. Undeposited funds
 * have no counterpart, so that the log shows refunds that staff must repair. Does nothing in a tenant that has a ledger.
 */
export const loadLedger = async (scope: Scope): Promise<void> => {
  if (!scope.tenant.hasLedgerModule || (await findInstallation(scope))) return
  const { saved: installation } = await saveInstallation(scope, {}, { isOnline: false })
  await connectServiceSide(scope)
  await scope.db.transaction((tx) => recordConnection(scope, tx, installation, { companyId: null }))
  for (const [name, names] of COUNTERPARTS) await map(scope, installation.id, name, new Map(Object.entries(names)))
  const writtenOff = (await mappings.writeOff.listNames(scope)).map(({ name }) => [name, 'Bad Debt'] as const)
  await map(scope, installation.id, 'writeOff', new Map(writtenOff))
  await saveSettings(scope, { EnableLdg: true }, NEW)
}

const map = async (
  scope: Scope,
  installationId: number,
  name: MappingName,
  names: ReadonlyMap<string, string>,
): Promise<void> => {
  const { tenantId, prisma } = scope.db
  const { kind, list, listNames } = mappings[name]
  const records = await prisma.embeddedLedgerRecord.findMany({ where: { tenantId, kind: list } })
  const idOf = new Map(records.map((record) => [record.name, String(record.id)]))
  const data = (await listNames(scope)).flatMap((record) => {
    const ledgerName = names.get(record.name) ?? ''
    const ledgerId = idOf.get(ledgerName)
    return ledgerId ? [{ tenantId, installationId, kind, serviceId: record.id, ledgerId, ledgerName }] : []
  })
  await prisma.ledgerMapping.createMany({ data })
}
