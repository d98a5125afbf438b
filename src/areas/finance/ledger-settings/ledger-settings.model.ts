import type { Sealer } from '#kernel/crypto/seal'
import { conflict, ruleRefused, unavailable } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { LedgerConnection, LedgerInstallation } from '#prisma/client'
import type { Outbound } from '#services/outbound/outbound'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import { LedgerFault } from './ledger.port.ts'

/** What calls of the ledger need; an application has it. */
export interface LedgerTools {
  outbound: Outbound
  sealer: Sealer
  connectorConfig: ConnectorConfig
}

/** The installation of a tenant, with the connection of the ledger's side. */
export type Installation = LedgerInstallation & { connection: LedgerConnection | null }

/** The state of one side of the connection. */
export type SideStatus = 'NotConnected' | 'Connected' | 'Expired' | 'Revoked'

/** The API key of the connector; its hint is null while the service's side is not connected. */
export interface ServiceSide {
  status: SideStatus
  /** The last four characters of the key. */
  hint: string | null
}

export const ledgerSideOf = (installation: Installation | null): SideStatus =>
  (installation?.connection?.status ?? 'NotConnected') as SideStatus

/** The scope by which the connector reads this service. */
export const FEEDS_SCOPE = 'integration-feeds:read'

/** Requires that the edition of the tenant has the module. @throws 422 no-ledger-module. */
export const requireModule = ({ tenant }: Pick<Scope, 'tenant'>): void => {
  if (tenant.hasLedgerModule) return
  throw ruleRefused('no-ledger-module', "The tenant's edition does not have the connection to an accounting ledger.")
}

/** The ids of the installation that a request contains, as digits. */
export type SentIds = readonly (string | null | undefined)[]

/** Returns the installation, and rejects ids of another one. @throws 409 ledger-not-installed. */
export const requireInstallation = (installation: Installation | null, sent: SentIds = []): Installation => {
  if (!installation)
    throw conflict('ledger-not-installed', 'No ledger is installed. Install one with POST ledgerinstall.')
  if (sent.some((id) => id && Number(id) !== installation.id))
    throw conflict('ledger-not-installed', `The installation is not the current one, which is ${installation.id}.`)
  return installation
}

/** Runs calls of the ledger for a request. @throws 409 ledger-not-connected, 503. */
export const callLedger = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LedgerFault)) throw error
    if (error.code === 'not-connected') throw conflict('ledger-not-connected', error.message)
    throw unavailable(error.message, error)
  }
}
