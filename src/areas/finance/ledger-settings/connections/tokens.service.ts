import { setTimeout } from 'node:timers/promises'
import type { Scope } from '#kernel/tenancy/scope'
import type { LedgerConnection } from '#prisma/client'
import { LedgerFault } from '../ledger.port.ts'
import type { LedgerTools, SideStatus } from '../ledger-settings.model.ts'
import { lockInstallation } from '../ledger-settings.queries.ts'
import { updateInstallation } from '../ledger-settings.service.ts'
import { GrantRefused, refreshTokens } from '../online/online-oauth.adapter.ts'
import { openAccessToken, openRefreshToken, sealTokens } from './tokens.model.ts'

/** What a call of the online ledger needs. */
export interface Access {
  companyId: string
  token: string
}

/** An access token is renewed when it expires within this time. */
const MARGIN_MS = 60_000
/** A refresh that has not ended after this time belongs to a process that has died. */
const ABANDONED_MS = 30_000
/** Another process refreshes: time to wait for it, and between two looks. */
const MAX_WAIT_MS = 20_000
const POLL_MS = 100

/**
 * Returns a valid access to the online ledger, and renews the tokens first if they expire soon or the ledger has rejected
 * them. Only one process renews them at a time: the others wait for it, because a refresh token works once.
 *
 * @param rejected the access that the ledger has rejected.
 * @throws LedgerFault.
 */
export const getAccess = async (scope: Scope, tools: LedgerTools, rejected?: Access): Promise<Access> => {
  const deadline = performance.now() + MAX_WAIT_MS
  do {
    const connection = await findConnection(scope)
    const now = scope.clock.now()
    const token = openAccessToken(tools.sealer, connection)
    const isFresh = connection.accessExpiresAt.getTime() > now.getTime() + MARGIN_MS
    if (isFresh && token !== rejected?.token) return { companyId: connection.companyId, token }
    if (await claimRefresh(scope, connection, now)) await refresh(scope, tools, connection, now)
    else await setTimeout(POLL_MS)
  } while (performance.now() < deadline)
  throw new LedgerFault('unavailable')
}

/** A connection of the online ledger, which has tokens. */
type OnlineConnection = LedgerConnection & {
  companyId: string
  accessToken: string
  accessExpiresAt: Date
  refreshToken: string
  refreshExpiresAt: Date
}

const findConnection = async ({ db }: Scope): Promise<OnlineConnection> => {
  const connection = await db.prisma.ledgerConnection.findFirst({ where: { tenantId: db.tenantId } })
  if (connection?.status !== 'Connected' || connection.accessToken === null) throw new LedgerFault('not-connected')
  return connection as OnlineConnection
}

const claimRefresh = async ({ db }: Scope, connection: OnlineConnection, now: Date): Promise<boolean> => {
  const { id, refreshToken } = connection
  const isFree = [{ refreshingSince: null }, { refreshingSince: { lt: new Date(now.getTime() - ABANDONED_MS) } }]
  const { count } = await db.prisma.ledgerConnection.updateMany({
    where: { tenantId: db.tenantId, id, refreshToken, OR: isFree },
    data: { refreshingSince: now },
  })
  return count === 1
}

/** Renews the tokens with the claim. If it fails, the claim is released. */
const refresh = async (scope: Scope, tools: LedgerTools, connection: OnlineConnection, claim: Date): Promise<void> => {
  const { tenantId, prisma } = scope.db
  // Not by the token: the job that encrypts secrets again can change how it is stored.
  const claimed = { tenantId, id: connection.id, refreshingSince: claim }
  try {
    const token = openRefreshToken(tools.sealer, connection) ?? ''
    const issued = await refreshTokens(tools.outbound, tools.connectorConfig, token)
    const data = sealTokens(tools.sealer, tenantId, issued, scope.clock.now())
    await prisma.ledgerConnection.updateMany({ where: claimed, data })
  } catch (error) {
    await prisma.ledgerConnection.updateMany({ where: claimed, data: { refreshingSince: null } })
    if (!(error instanceof GrantRefused)) throw error
    const isExpired = connection.refreshExpiresAt <= scope.clock.now()
    await endConnection(scope, connection, isExpired ? 'Expired' : 'Revoked')
    throw new LedgerFault('not-connected')
  }
}

/** Marks a connection whose tokens no longer work. A connection that was made after them stays. */
export const endConnection = (
  scope: Scope,
  { id, refreshToken }: Pick<LedgerConnection, 'id' | 'refreshToken'>,
  status: SideStatus,
): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const installation = await lockInstallation(scope, tx)
    const { count } = await tx.ledgerConnection.updateMany({
      where: { tenantId: scope.db.tenantId, id, refreshToken, status: 'Connected' },
      data: { status, accessToken: null, refreshToken: null },
    })
    if (installation && count > 0)
      await updateInstallation(scope, tx, installation, {}, { LdgConnectionStatus: status })
  })
