import { makeTenantSecret, parseTenantSecret } from '#kernel/crypto/tenant-secret'
import { unavailable } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { CONNECTORS, LedgerFault } from '../ledger.port.ts'
import {
  type Installation,
  type LedgerTools,
  ledgerSideOf,
  requireInstallation,
  requireModule,
  type SentIds,
} from '../ledger-settings.model.ts'
import { lockInstallation } from '../ledger-settings.queries.ts'
import { updateInstallation } from '../ledger-settings.service.ts'
import {
  authorizeUrl,
  exchangeCode,
  GrantRefused,
  isOnlineConfigured,
  revokeToken,
} from '../online/online-oauth.adapter.ts'
import { leaveLedger } from '../sync/former-ledger.service.ts'
import { makeSyncJob } from '../sync/sync.model.ts'
import { openRefreshToken, sealTokens } from './tokens.model.ts'

const STATE_BYTES = 24
const STATE_MS = 600_000

/** An authorization that was started: where the browser goes, and its state. */
export interface StartedAuthorization {
  url: string
  state: string
}

/**
 * Connects the embedded ledger, or starts the authorization at the online one. Changes nothing while the ledger is
 * connected. Returns null if there is no authorization.
 *
 * @param redirectUrl the address of the callback.
 * @throws 409 ledger-not-installed; 422 no-ledger-module; 503.
 */
export const connectLedgerSide = (
  scope: Scope,
  { connectorConfig }: Pick<LedgerTools, 'connectorConfig'>,
  redirectUrl: string,
): Promise<StartedAuthorization | null> => {
  requireModule(scope)
  return scope.db.transaction(async (tx) => {
    const installation = requireInstallation(await lockInstallation(scope, tx))
    if (ledgerSideOf(installation) === 'Connected') return null
    if (installation.connectorId === CONNECTORS.embedded) {
      await recordConnection(scope, tx, installation, { companyId: null })
      return null
    }
    if (!isOnlineConfigured(connectorConfig)) throw unavailable('The operator no longer configures the online ledger.')
    const state = await startAuthorization(scope, tx, redirectUrl)
    return { state, url: authorizeUrl(connectorConfig, { redirectUrl, state }) }
  })
}

/** Stores a new state, and deletes those that have expired. */
const startAuthorization = async ({ db, clock }: Scope, tx: Transaction, redirectUrl: string): Promise<string> => {
  const { tenantId } = db
  const now = clock.now()
  const state = makeTenantSecret(tenantId, STATE_BYTES)
  const stateHash = parseTenantSecret(state, STATE_BYTES)?.hash ?? ''
  const expiresAt = new Date(now.getTime() + STATE_MS)
  await tx.ledgerAuthorization.deleteMany({ where: { tenantId, expiresAt: { lte: now } } })
  await tx.ledgerAuthorization.createMany({ data: [{ tenantId, stateHash, redirectUrl, expiresAt }] })
  return state
}

type ConnectionData = Partial<ReturnType<typeof sealTokens>> & { companyId: string | null }

/** Stores that the ledger has granted access: its tokens, or nothing for the embedded ledger. */
export const recordConnection = async (
  scope: Scope,
  tx: Transaction,
  installation: Installation,
  data: ConnectionData,
): Promise<void> => {
  const { tenantId } = scope.db
  const row = { ...data, status: 'Connected', connectedAt: scope.clock.now() }
  const where = { tenantId, installationId: installation.id }
  const { count } = await tx.ledgerConnection.updateMany({ where, data: row })
  if (count === 0) await tx.ledgerConnection.createMany({ data: [{ ...where, ...row }] })
  const { companyId } = data
  await enqueueJobs(tx, [makeSyncJob(tenantId)])
  await updateInstallation(scope, tx, installation, companyId ? { companyId } : {}, {
    LdgConnectionStatus: 'Connected',
  })
}

/** What the ledger sends to the callback. */
export interface AuthorizationResult {
  code: string | undefined
  companyId: string | undefined
}

/** How an authorization has ended. */
export type AuthorizationEnd = 'connected' | 'invalid-state' | 'refused' | 'other-company' | 'unavailable'

/** Parses a state: its tenant, and its stored hash; undefined for a text of another form. */
export const parseState = (state: string) => parseTenantSecret(state, STATE_BYTES)

/** Uses the state up, exchanges the code for tokens and connects the ledger. */
export const finishAuthorization = async (
  scope: Scope,
  tools: LedgerTools,
  stateHash: string,
  { code, companyId }: AuthorizationResult,
): Promise<AuthorizationEnd> => {
  const { db, clock } = scope
  const authorization = await db.transaction(async (tx) => {
    const where = { tenantId: db.tenantId, stateHash, expiresAt: { gt: clock.now() } }
    const found = await tx.ledgerAuthorization.findFirst({ where })
    const { count } = await tx.ledgerAuthorization.deleteMany({ where })
    return count === 1 ? found : null
  })
  if (!authorization) return 'invalid-state'
  if (!code || !companyId) return 'refused'
  const { redirectUrl } = authorization
  const issued = await exchangeCode(tools.outbound, tools.connectorConfig, { code, redirectUrl }).catch(endOf)
  if (typeof issued === 'string') return issued
  return db.transaction(async (tx) => {
    const installation = await lockInstallation(scope, tx)
    if (installation?.connectorId !== CONNECTORS.online) return 'invalid-state'
    const isOther = installation.companyId !== null && installation.companyId !== companyId
    if (isOther && (await hasMappings(scope, tx))) return 'other-company'
    if (isOther) await leaveLedger(scope, tx)
    await tx.ledgerAuthorization.deleteMany({ where: { tenantId: db.tenantId } })
    await recordConnection(scope, tx, installation, {
      companyId,
      ...sealTokens(tools.sealer, db.tenantId, issued, clock.now()),
    })
    return 'connected'
  })
}

const endOf = (error: unknown): AuthorizationEnd => {
  if (error instanceof GrantRefused) return 'refused'
  if (error instanceof LedgerFault) return 'unavailable'
  throw error
}

/** Returns whether records are mapped: the ids of mappings belong to one company of the ledger. */
const hasMappings = async ({ db }: Scope, tx: Transaction): Promise<boolean> =>
  (await tx.ledgerMapping.count({ where: { tenantId: db.tenantId } })) > 0

/**
 * Deletes the tokens, then revokes them at the ledger. Without a connection, it changes nothing.
 *
 * @throws 409 ledger-not-installed.
 */
export const disconnectLedgerSide = async (scope: Scope, tools: LedgerTools, sent: SentIds): Promise<void> => {
  const { tenantId } = scope.db
  const token = await scope.db.transaction(async (tx) => {
    const installation = await lockInstallation(scope, tx)
    if (!installation && !sent.some(Boolean)) return null
    const current = requireInstallation(installation, sent)
    await tx.ledgerAuthorization.deleteMany({ where: { tenantId } })
    if (!current.connection) return null
    await tx.ledgerConnection.deleteMany({ where: { tenantId } })
    await updateInstallation(scope, tx, current, {}, { LdgConnectionStatus: 'NotConnected' })
    return openRefreshToken(tools.sealer, current.connection)
  })
  if (token === null) return
  try {
    await revokeToken(tools.outbound, tools.connectorConfig, token)
  } catch (error) {
    if (!(error instanceof LedgerFault)) throw error
    scope.log.warn({ err: error, tenant: tenantId }, 'the ledger did not revoke the tokens that were deleted here')
  }
}
