import type { ContactLedgerId } from '#contract/finance/integration-feeds'
import type { ContactLedgerId as KnownId } from './ledger-ids.queries.ts'

export const presentLedgerId = ({ contactId, ledgerId }: KnownId): ContactLedgerId => ({
  ContactId: String(contactId),
  IntegrationCustomerId: ledgerId,
})
