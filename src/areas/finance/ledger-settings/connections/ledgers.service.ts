import type { Scope } from '#kernel/tenancy/scope'
import { openEmbeddedLedger } from '../embedded/embedded-ledger.adapter.ts'
import { CONNECTORS, type Ledger, LedgerFault } from '../ledger.port.ts'
import { type Installation, type LedgerTools, ledgerSideOf } from '../ledger-settings.model.ts'
import { openOnlineLedger } from '../online/online-ledger.adapter.ts'
import { getAccess } from './tokens.service.ts'

/** Opens the connected ledger of an installation. @throws LedgerFault not-connected. */
export const openLedger = (scope: Scope, tools: LedgerTools, installation: Installation): Ledger => {
  if (ledgerSideOf(installation) !== 'Connected') throw new LedgerFault('not-connected')
  if (installation.connectorId === CONNECTORS.embedded) return openEmbeddedLedger(scope)
  return openOnlineLedger(tools, (rejected) => getAccess(scope, tools, rejected))
}
