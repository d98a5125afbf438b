import type { LedgerRedirect, ServiceConnectionKey } from '#contract/finance/ledger-settings'
import { messagePage } from '#services/pages/message.page'
import type { ServiceSide } from '../ledger-settings.model.ts'
import type { AuthorizationEnd, StartedAuthorization } from './ledger-side.service.ts'
import { maskKey } from './service-side.service.ts'

/** Leads to the authorization, or back to the settings if there is none. */
export const presentRedirect = (settingsPath: string, started: StartedAuthorization | null): LedgerRedirect => ({
  Location: started?.url ?? settingsPath,
  Request: started?.state ?? null,
})

export const presentKey = ({ hint }: ServiceSide): ServiceConnectionKey => ({ Key: hint && maskKey(hint) })

/** The pages that state how an authorization has ended. */
export const END_PAGES: Record<AuthorizationEnd, { status: number; text: string }> = {
  connected: {
    status: 200,
    text: messagePage('The ledger is connected', 'You can close this window and continue in the ledger settings.'),
  },
  'invalid-state': {
    status: 400,
    text: messagePage(
      'The connection was not completed',
      'The request to connect has expired or was used before. Start again in the ledger settings.',
    ),
  },
  refused: {
    status: 400,
    text: messagePage('The ledger is not connected', 'Access was not granted. Start again in the ledger settings.'),
  },
  'other-company': {
    status: 409,
    text: messagePage(
      'The ledger is not connected',
      'The mappings belong to another company of the ledger. Choose that company, or clear the mappings first.',
    ),
  },
  unavailable: {
    status: 503,
    text: messagePage('The ledger is not connected', 'The ledger does not respond. Try again later.'),
  },
}
