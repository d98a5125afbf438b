import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { integrationFeeds } from './integration-feeds.routes.ts'
import { ledgerCustomerEvents } from './ledger-ids/ledger-ids.events.ts'
import { presentLedgerId } from './ledger-ids/ledger-ids.presenter.ts'
import { getLedgerId } from './ledger-ids/ledger-ids.queries.ts'

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
