import type { Area } from '#areas/area'
import { ledgerCustomerEvents } from '#areas/finance/ledger-settings/customer-ids/customer-ids.events'
import { getLedgerId } from '#areas/finance/ledger-settings/customer-ids/customer-ids.queries'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { presentLedgerId } from './contacts/ledger-ids.presenter.ts'
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
