import type {
  LedgerMapping,
  LedgerMappingScreen,
  LedgerServiceSideChoice,
  LedgerWriteOffMappingScreen,
} from '#contract/finance/ledger-settings'
import type { MappedRecord, MappingScreen } from './mappings.queries.ts'

const presentRecord = ({ id, name, counterpart }: MappedRecord): LedgerMapping => ({
  ServiceId: String(id),
  ServiceName: name,
  LedgerId: counterpart?.ledgerId ?? null,
  LedgerName: counterpart?.ledgerName ?? null,
})

export const presentScreen = ({ installation, records }: MappingScreen): LedgerMappingScreen => ({
  InstallationId: installation && String(installation.id),
  Mappings: records.map(presentRecord),
})

export const presentWriteOffScreen = ({ installation, records }: MappingScreen): LedgerWriteOffMappingScreen => ({
  IntegrationId: installation && String(installation.id),
  Mappings: records.map(presentRecord),
})

export const presentServiceChoice = ({ id, name }: { id: number; name: string }): LedgerServiceSideChoice => ({
  Id: String(id),
  Name: name,
})
