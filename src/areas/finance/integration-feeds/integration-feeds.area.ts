import type { Area } from '#areas/area'
import { getLedgerId } from '#areas/finance/ledger-settings/customer-ids.queries'
import { ledgerCustomerEvents } from '#areas/finance/ledger-settings/ledger-settings.events'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { presentLedgerId } from './contacts/feed-contacts.presenter.ts'
import { integrationFeeds } from './integration-feeds.routes.ts'

export const integrationFeedsArea: Area = {
  routes: [integrationFeeds],
  events: kinds('integration-feeds', {
    [ledgerCustomerEvents.updated]: 'Id of a contact in the ledger changed',
  }),
  shapes: {
    ledgercustomer: presented('integration-feeds:read', async (scope, id) =>
      presentLedgerId(await getLedgerId(scope, id)),
    ),
  },
}
