import { ledgerTokens } from '#areas/finance/ledger-settings/connections/tokens.model'
import { connectionSecrets } from '#areas/finance/payment-processor/connections/connections.queries'
import { channelKeys } from '#areas/integration/connections/channel/channel.model'
import { registryKeys } from '#areas/integration/national-registry/registry-keys.queries'
import { nativeSecrets } from '#areas/integration/native-integrations/connections/credentials.model'
import { webhookSecrets } from '#areas/integration/webhooks/secrets/secrets.model'
import { calendarFeeds } from '#areas/work/calendars/calendars.model'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import { totpSecrets } from '#services/identity/second-factor/totp'

/** The areas' columns of sealed secrets, which are encrypted again after a change of the installation's secret. */
export const sealedColumns: readonly SealedColumn[] = [
  webhookSecrets,
  calendarFeeds,
  ...connectionSecrets,
  ...ledgerTokens,
  ...nativeSecrets,
  registryKeys,
  ...channelKeys,
  ...totpSecrets,
]
