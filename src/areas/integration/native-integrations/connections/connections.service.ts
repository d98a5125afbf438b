import { randomBytes } from 'node:crypto'
import type { NativeCredentialsInput } from '#contract/integration/native-integrations'
import { makeTenantSecret, parseTenantSecret } from '#kernel/crypto/tenant-secret'
import { conflict, notFound, outsideUnavailable, type Problem, ruleRefused, unavailable } from '#kernel/errors/problem'
import { lockRecord } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { appOf } from '../catalog/catalog.model.ts'
import { failWaitingRuns } from '../executions/executions.service.ts'
import { recordNewVersion } from '../integration-changes.service.ts'
import {
  type Connector,
  type FieldConnector,
  NativeFault,
  type NativeTools,
  type OAuthAddresses,
} from '../native-app.port.ts'
import { requireScopes } from '../native-integrations.input.ts'
import { type Integration, scopesOf } from '../native-integrations.model.ts'
import { getIntegrationOfConnector, integrationKind } from '../native-integrations.queries.ts'
import { NOT_CONNECTED, oauthOf, revokeAccess } from './access.service.ts'
import { parseCredentials } from './connections.input.ts'
import { openVerifier, sealCredentials, sealTokens, sealVerifier } from './credentials.model.ts'
import { buildAuthorizationUrl, exchangeCode, GrantRefused } from './oauth-service.adapter.ts'

const STATE_BYTES = 24
const VERIFIER_BYTES = 32
const STATE_MS = 600_000
/** Authorizations of a connector that are valid at the same time. */
const MAX_AUTHORIZATIONS = 20

/** What connecting requires. The authorization is null for a connector with fields. */
export interface ConnectionStart {
  connector: Connector
  authorization: { url: string; state: string } | null
}

type ConnectedIntegration = Integration & { connector: NonNullable<Integration['connector']> }

/** Starts connecting the connector of this name. @throws 403 insufficient-scope; 404; 503. */
export const startConnection = async (
  scope: Scope,
  tools: NativeTools,
  name: string,
  redirectUrl: string,
): Promise<ConnectionStart> => {
  const integration = await getIntegrationOfConnector(scope, name)
  const { connector } = appOf(integration)
  if (!connector) throw notFound('connector')
  if (connector.authentication !== 'OAuth2') return { connector, authorization: null }
  return { connector, authorization: await startAuthorization(scope, tools, integration, redirectUrl) }
}

/** Starts a new authorization for the connector of an integration. @throws 403 insufficient-scope; 404; 409 not-oauth; 503. */
export const authorizeAgain = async (
  scope: Scope,
  tools: NativeTools,
  { id, connectorId }: { id: number; connectorId: number },
  redirectUrl: string,
): Promise<string> => {
  const integration = await getRecord(scope, integrationKind, id)
  if (integration.connector?.id !== connectorId) throw notFound('connector')
  if (!oauthOf(integration))
    throw conflict('not-oauth', 'The connector does not use OAuth2. Connect it with its fields.')
  return (await startAuthorization(scope, tools, integration, redirectUrl)).url
}

const startAuthorization = async (
  { db, clock, grants }: Scope,
  { sealer, connectorConfig }: NativeTools,
  integration: Integration,
  redirectUrl: string,
): Promise<{ url: string; state: string }> => {
  // The callback has no credential, so that the scopes are checked here.
  requireScopes({ grants }, scopesOf(integration))
  const { tenantId } = db
  const service = oauthOf(integration)?.service
  const connectorId = integration.connector?.id
  const addresses = service?.addressesOf(connectorConfig)
  if (!service || !addresses || connectorId === undefined)
    throw unavailable('The operator no longer configures the service of the connector.')
  const verifier = randomBytes(VERIFIER_BYTES).toString('base64url')
  const state = makeTenantSecret(tenantId, STATE_BYTES)
  const now = clock.now()
  await db.transaction(async (tx) => {
    await pruneAuthorizations(tx, tenantId, connectorId, now)
    await tx.nativeAuthorization.createMany({
      data: [
        {
          tenantId,
          connectorId,
          redirectUrl,
          stateHash: parseState(state)?.hash ?? '',
          verifier: sealVerifier(sealer, tenantId, verifier),
          expiresAt: new Date(now.getTime() + STATE_MS),
        },
      ],
    })
  })
  return { state, url: buildAuthorizationUrl(service, addresses, { redirectUrl, state, verifier }) }
}

/** Deletes authorizations that have expired, and the oldest ones above the limit. */
const pruneAuthorizations = async (
  tx: Transaction,
  tenantId: number,
  connectorId: number,
  now: Date,
): Promise<void> => {
  const surplus = await tx.nativeAuthorization.findMany({
    where: { tenantId, connectorId },
    orderBy: { id: 'desc' },
    skip: MAX_AUTHORIZATIONS - 1,
    select: { id: true },
  })
  const ids = surplus.map(({ id }) => id)
  await tx.nativeAuthorization.deleteMany({
    where: { tenantId, OR: [{ expiresAt: { lte: now } }, { id: { in: ids } }] },
  })
}

/** Parses the tenant of a state, and its stored hash; undefined for a text of another form. */
export const parseState = (state: string) => parseTenantSecret(state, STATE_BYTES)

/**
 * Connects an integration with the fields of its connector, or with the code of an authorization.
 *
 * @throws 403 insufficient-scope; 404; 409 state-invalid; 422 connection-refused; 503.
 */
export const connect = async (
  scope: Scope,
  tools: NativeTools,
  { name, id }: { name: string; id: number },
  { Fields, Code, State }: NativeCredentialsInput,
): Promise<Integration> => {
  const integration = await getConnectable(scope, { name, id })
  requireScopes(scope, scopesOf(integration))
  const { connector } = appOf(integration)
  if (connector?.authentication === 'OAuth2') {
    const end = await finishAuthorization(scope, tools, parseState(State ?? '')?.hash ?? '', Code ?? undefined, id)
    if (end === 'connected') return getRecord(scope, integrationKind, id)
    throw problemOf(end)
  }
  if (!connector) throw notFound('connector')
  const credentials = parseCredentials(connector, Fields)
  await tryOut(connector, () => connector.check(scope, tools, credentials))
  const sealed = sealCredentials(tools.sealer, integration.connector, credentials)
  return storeConnection(scope, id, { credentials: sealed }, { requiresScopes: true })
}

/** Returns the integration, if it has a connector of this name. @throws 404. */
const getConnectable = async (
  scope: Scope,
  { name, id }: { name: string; id: number },
): Promise<ConnectedIntegration> => {
  const integration = await getRecord(scope, integrationKind, id)
  const { connector } = integration
  if (connector?.name !== name) throw notFound('integration')
  return { ...integration, connector }
}

const tryOut = async ({ addressField }: FieldConnector, check: () => Promise<void>): Promise<void> => {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof NativeFault)) throw error
    const { message, isTemporary, isOfAddress } = error
    const faults = isOfAddress ? [{ pointer: `/Fields/${addressField}`, message: `is not accepted: ${message}` }] : []
    if (isTemporary)
      throw outsideUnavailable(`${message} Check the address and the other side, then connect again.`, faults, error)
    throw ruleRefused('connection-refused', message, faults)
  }
}

interface ConnectionData {
  credentials: string
  expiresAt?: Date
}

const storeConnection = (
  scope: Scope,
  id: number,
  data: ConnectionData,
  { requiresScopes }: { requiresScopes: boolean },
): Promise<Integration> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecord(scope, tx, integrationKind, id)
    // The configuration can have changed since it was checked.
    if (requiresScopes) requireScopes(scope, scopesOf(current))
    await tx.nativeConnector.updateMany({
      where: { tenantId, integrationId: id },
      data: { expiresAt: null, ...data, connectedAt: scope.clock.now(), message: null },
    })
    return recordNewVersion(scope, tx, id)
  })

export type AuthorizationEnd = 'connected' | 'invalid-state' | 'refused' | 'unavailable'

/**
 * Uses the state up, exchanges the code for tokens, and connects the connector for which the authorization was started.
 *
 * @param integrationId if given, only an authorization of this integration is valid.
 */
export const finishAuthorization = async (
  scope: Scope,
  tools: NativeTools,
  stateHash: string,
  code: string | undefined,
  integrationId?: number,
): Promise<AuthorizationEnd> => {
  const { tenantId } = scope.db
  const authorization = await takeAuthorization(scope, stateHash, integrationId)
  const addresses =
    authorization && oauthOf(authorization.connector.integration)?.service.addressesOf(tools.connectorConfig)
  if (!authorization || !addresses) return 'invalid-state'
  if (!code) return 'refused'
  const { redirectUrl, connector } = authorization
  const verifier = openVerifier(tools.sealer, tenantId, authorization.verifier)
  const issued = await exchange(tools, addresses, { code, redirectUrl, verifier })
  if (typeof issued === 'string') return issued
  const tokens = sealTokens(tools.sealer, connector, issued, scope.clock.now())
  await storeConnection(scope, connector.integrationId, tokens, { requiresScopes: false })
  return 'connected'
}

const takeAuthorization = ({ db, clock }: Scope, stateHash: string, integrationId?: number) =>
  db.transaction(async (tx) => {
    const connector = integrationId === undefined ? {} : { connector: { integrationId } }
    const where = { tenantId: db.tenantId, stateHash, expiresAt: { gt: clock.now() }, ...connector }
    const include = { connector: { include: { integration: true } } }
    const found = await tx.nativeAuthorization.findFirst({ where, include })
    const { count } = await tx.nativeAuthorization.deleteMany({ where })
    return count === 1 ? found : null
  })

const exchange = async (
  { outbound }: NativeTools,
  addresses: OAuthAddresses,
  request: { code: string; redirectUrl: string; verifier: string },
) => {
  try {
    return await exchangeCode(outbound, addresses, request)
  } catch (error) {
    if (error instanceof GrantRefused) return 'refused'
    if (error instanceof NativeFault) return 'unavailable'
    throw error
  }
}

const problemOf = (end: Exclude<AuthorizationEnd, 'connected'>): Problem => {
  if (end === 'unavailable') return unavailable('The service does not respond. Try again later.')
  if (end === 'refused') return ruleRefused('connection-refused', 'The service did not grant access. Authorize again.')
  return conflict('state-invalid', 'The state is unknown, was used or has expired. Start the authorization again.')
}

/** Deletes the credentials and revokes them at the other side; runs that wait fail. @throws 404. */
export const disconnect = async (
  scope: Scope,
  tools: NativeTools,
  key: { name: string; id: number },
): Promise<Integration> => {
  const before = await getConnectable(scope, key)
  const after = await scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockRecord(scope, tx, integrationKind, key.id)
    await tx.nativeAuthorization.deleteMany({ where: { tenantId, connectorId: before.connector.id } })
    const { count } = await tx.nativeConnector.updateMany({
      where: { tenantId, integrationId: key.id, credentials: { not: null } },
      data: { credentials: null, connectedAt: null, expiresAt: null, message: null },
    })
    if (count === 0) return getRecord(scope, integrationKind, key.id, tx)
    await failWaitingRuns(scope, tx, key.id, NOT_CONNECTED)
    return recordNewVersion(scope, tx, key.id)
  })
  await revokeAccess(scope, tools, before)
  return after
}
