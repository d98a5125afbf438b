import type { LedgerBase, LedgerSettings } from '#contract/finance/ledger-settings'
import type { Scope } from '#kernel/tenancy/scope'
import { getConnectorName } from './ledger.port.ts'
import { type Installation, ledgerSideOf, type ServiceSide } from './ledger-settings.model.ts'

/** The path of the ledger settings, to which connections lead back. */
export const SETTINGS_PATH = '/api/ledgersettings/settings/ledgeronline'
const CONNECT_PATH = '/api/ledgersettings/settings/connect'

/** The service's side has one connector. */
const SERVICE_CONNECTOR = { id: '1', name: 'Guildhall' }

export const presentSettings = (
  { tenant }: Pick<Scope, 'tenant'>,
  installation: Installation | null,
  serviceSide: ServiceSide,
): LedgerSettings => {
  const isAmsConnected = serviceSide.status === 'Connected'
  const ledgerSide = ledgerSideOf(installation)
  const isLedgerConnected = ledgerSide === 'Connected'
  const isOn = installation?.isSyncEnabled ?? false
  const id = installation ? String(installation.id) : null
  return {
    LdgModuleIsEnabled: tenant.hasLedgerModule,
    LdgIsInstalled: installation !== null,
    LdgIsConnected: isLedgerConnected,
    AmsIsConnected: isAmsConnected,
    LdgIsEnabled: isOn && tenant.hasLedgerModule && isAmsConnected && isLedgerConnected,
    EnableLdg: isOn,
    ConnectAms: installation && !isAmsConnected ? `${CONNECT_PATH}/ams` : null,
    Spacer: null,
    ConnectLdg: installation && !isLedgerConnected ? `${CONNECT_PATH}/ledgeronline` : null,
    AmsConnectionStatus: serviceSide.status,
    LdgConnectionStatus: ledgerSide,
    LdgConnectorId: installation && String(installation.connectorId),
    LdgInstallationId: id,
    LdgConnectorName: installation && getConnectorName(installation.connectorId),
    AmsConnectorId: SERVICE_CONNECTOR.id,
    AmsInstallationId: id,
    AmsConnectorName: SERVICE_CONNECTOR.name,
    MappingLinkBox: isAmsConnected && isLedgerConnected ? `${SETTINGS_PATH}/accountmapping` : null,
  }
}

export const presentBase = ({ tenant }: Pick<Scope, 'tenant'>, installation: Installation | null): LedgerBase => ({
  LastSync: installation?.lastSyncAt?.toISOString() ?? null,
  LdgModuleIsEnabled: tenant.hasLedgerModule,
  LdgIsInstalled: installation !== null,
})
