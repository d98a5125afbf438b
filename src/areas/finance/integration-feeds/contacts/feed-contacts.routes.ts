import type { FastifyPluginAsync } from 'fastify'
import { getLedgerId } from '#areas/finance/ledger-settings/customer-ids.queries'
import { removeCustomerId, saveCustomerId } from '#areas/finance/ledger-settings/customer-ids.service'
import { operations } from '#contract/finance/integration-feeds'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { presentFeedContact, presentLedgerId } from './feed-contacts.presenter.ts'
import { getFeedCustomer } from './feed-contacts.queries.ts'

/** Contacts as customers of a ledger, and their ids there. */
export const feedContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getFeedContact, async ({ scope, params }) =>
    presentFeedContact(await getFeedCustomer(scope, Number(params.id))),
  )

  serve(app, operations.getContactLedgerMapping, async ({ scope, params }) =>
    presentLedgerId(await getLedgerId(scope, Number(params.id))),
  )

  serveAction(app, operations.removeContactLedgerMapping, (scope, { params }) =>
    removeCustomerId(scope, Number(params.id)),
  )

  serveAction(app, operations.saveContactLedgerMapping, (scope, { params }) =>
    saveCustomerId(scope, Number(params.id), params.integrationid),
  )
}
