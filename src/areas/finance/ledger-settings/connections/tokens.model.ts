import type { Sealer } from '#kernel/crypto/seal'
import type { SealedColumn } from '#kernel/crypto/sealed-columns'
import type { LedgerConnection } from '#prisma/client'
import type { IssuedTokens } from '../online/online-oauth.adapter.ts'

/** Returns what a token is sealed for, its tenant: in the row of another one it cannot be opened. */
const contextOf = (tenantId: number, kind: 'access' | 'refresh') => `ledger-token:${tenantId}:${kind}`

/** Returns the columns of issued tokens. */
export const sealTokens = (sealer: Sealer, tenantId: number, issued: IssuedTokens, now: Date) => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return {
    accessToken: sealer.seal(issued.accessToken, contextOf(tenantId, 'access')),
    accessExpiresAt: after(issued.accessSeconds),
    refreshToken: sealer.seal(issued.refreshToken, contextOf(tenantId, 'refresh')),
    refreshExpiresAt: after(issued.refreshSeconds),
    refreshingSince: null,
  }
}

export const openAccessToken = (
  sealer: Sealer,
  { tenantId, accessToken }: { tenantId: number; accessToken: string },
): string => sealer.open(accessToken, contextOf(tenantId, 'access'))

/** Returns null for the embedded ledger, and for tokens that no longer work. */
export const openRefreshToken = (
  sealer: Sealer,
  { tenantId, refreshToken }: Pick<LedgerConnection, 'tenantId' | 'refreshToken'>,
): string | null => refreshToken && sealer.open(refreshToken, contextOf(tenantId, 'refresh'))

export const ledgerTokens: readonly SealedColumn[] = [
  { table: 'ledger_connection', column: 'access_token', context: (tenantId) => contextOf(tenantId, 'access') },
  { table: 'ledger_connection', column: 'refresh_token', context: (tenantId) => contextOf(tenantId, 'refresh') },
]
