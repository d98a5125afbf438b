import type { ContactLedgerId as KnownId } from '#areas/finance/ledger-settings/customer-ids/customer-ids.queries'
import type { ContactLedgerId } from '#contract/finance/integration-feeds'

export const presentLedgerId = ({ contactId, ledgerId }: KnownId): ContactLedgerId => ({
  ContactId: String(contactId),
  IntegrationCustomerId: ledgerId,
})
