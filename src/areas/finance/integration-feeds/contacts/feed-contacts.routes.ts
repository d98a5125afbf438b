import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/finance/integration-feeds'
import { serve } from '#kernel/http/serve'
import { presentLedgerId } from '../ledger-ids/ledger-ids.presenter.ts'
import { getLedgerId } from '../ledger-ids/ledger-ids.queries.ts'
import { removeCustomerId, saveCustomerId } from '../ledger-ids/ledger-ids.service.ts'
import { presentFeedContact } from './feed-contacts.presenter.ts'
import { getFeedCustomer } from './feed-contacts.queries.ts'

/** Contacts as customers of a ledger, and their ids there. */
export const feedContacts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getFeedContact, async ({ scope, params }) =>
    presentFeedContact(await getFeedCustomer(scope, Number(params.id))),
  )

  serve(app, operations.getContactLedgerMapping, async ({ scope, params }) =>
    presentLedgerId(await getLedgerId(scope, Number(params.id))),
  )

  serve(app, operations.removeContactLedgerMapping, async ({ scope, params }) => {
    await removeCustomerId(scope, Number(params.id))
    return {}
  })

  serve(app, operations.saveContactLedgerMapping, async ({ scope, params }) => {
    await saveCustomerId(scope, Number(params.id), params.integrationid)
    return {}
  })
}
