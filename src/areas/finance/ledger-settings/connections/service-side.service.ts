import { findPermission } from '#areas/integration/application-permissions/application-permissions.queries'
import {
  addPermission,
  revokePermission,
} from '#areas/integration/application-permissions/application-permissions.service'
import { covers } from '#kernel/contract/scopes'
import { ruleRefused } from '#kernel/errors/problem'
import type { Credential } from '#kernel/http/caller'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import {
  FEEDS_SCOPE,
  type Installation,
  requireInstallation,
  requireModule,
  type SentIds,
} from '../ledger-settings.model.ts'
import { getServiceSide, lockInstallation } from '../ledger-settings.queries.ts'
import { updateInstallation } from '../ledger-settings.service.ts'
import { makeSyncJob } from '../sync/sync.model.ts'

/**
 * Adds the scope of the feeds to that of a caller: the connector reads them on behalf of the tenant, so the caller
 * needs no scope of them.
 */
const asConnector = (scope: Scope): Scope => ({ ...scope, grants: new Set([...scope.grants, FEEDS_SCOPE]) })

const NO_KEY = { keyPermissionId: null, keySecretId: null, isKeyIssued: false }

/**
 * Issues the connector an API key, unless it has a valid one. Wait for `credentialsSettled` after it.
 *
 * @throws 409 ledger-not-installed, 422 no-ledger-module.
 */
export const connectServiceSide = (scope: Scope): Promise<void> => {
  requireModule(scope)
  return scope.db.transaction(async (tx) => {
    const installation = requireInstallation(await lockInstallation(scope, tx))
    if ((await getServiceSide(scope, installation, tx)).status === 'Connected') return
    await revokeIssuedKey(scope, tx, installation)
    const input = { applicationName: 'Ledger connector', scopes: [FEEDS_SCOPE] }
    const { permission } = await addPermission(asConnector(scope), tx, 'apikey', input)
    const [secret] = permission.secrets
    const data = { keyPermissionId: permission.id, keySecretId: secret?.id ?? null, isKeyIssued: true }
    await updateInstallation(scope, tx, installation, data, { AmsConnectionStatus: 'Connected' })
    await enqueueJobs(tx, [makeSyncJob(scope.db.tenantId)])
  })
}

/** Ends the connection of the service's side. Wait for `credentialsSettled` after it. @throws 409 ledger-not-installed. */
export const disconnectServiceSide = (scope: Scope, sent: SentIds): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const installation = await lockInstallation(scope, tx)
    if (!installation && !sent.some(Boolean)) return
    const current = requireInstallation(installation, sent)
    if (current.keyPermissionId === null) return
    await revokeIssuedKey(scope, tx, current)
    await updateInstallation(scope, tx, current, NO_KEY, { AmsConnectionStatus: 'NotConnected' })
  })

/**
 * Sets the key of the connector. Wait for `credentialsSettled` after it.
 *
 * @param findApiKey returns the credential of a key.
 * @throws 409 ledger-not-installed, 422 connector-key, no-ledger-module.
 */
export const setConnectorKey = async (
  scope: Scope,
  key: string,
  findApiKey: (key: string) => Promise<Credential | undefined>,
): Promise<void> => {
  requireModule(scope)
  const credential = await findApiKey(key)
  await scope.db.transaction(async (tx) => {
    const installation = requireInstallation(await lockInstallation(scope, tx))
    const { hint } = await getServiceSide(scope, installation, tx)
    if (hint !== null && key === maskKey(hint)) return
    const { permissionId, secretId } = requireConnectorKey(scope, credential)
    if (secretId === installation.keySecretId) return
    await revokeIssuedKey(scope, tx, installation)
    const data = { keyPermissionId: permissionId, keySecretId: secretId, isKeyIssued: false }
    await updateInstallation(scope, tx, installation, data, { AmsConnectionStatus: 'Connected' })
    await enqueueJobs(tx, [makeSyncJob(scope.db.tenantId)])
  })
}

/** Masks the key for responses. */
export const maskKey = (hint: string): string => `ghk_****${hint}`

/** Rejects a key with which the connector cannot read the feeds. @throws 422 connector-key. */
const requireConnectorKey = ({ db, clock }: Scope, credential: Credential | undefined): Credential => {
  const isValid = credential?.tenantId === db.tenantId && credential.expiresAt > clock.now().getTime()
  if (isValid && covers(credential.scopes, FEEDS_SCOPE)) return credential
  const message = isValid
    ? `must have the scope ${FEEDS_SCOPE}`
    : 'must be a valid API key of the tenant that was not revoked'
  throw ruleRefused('connector-key', 'The key cannot be the key of the connector.', [{ pointer: '/Key', message }])
}

/**
 * Revokes the key that the connector was issued. A key that staff has set is not revoked, because other programs can
 * use it.
 */
const revokeIssuedKey = async (scope: Scope, tx: Transaction, installation: Installation): Promise<void> => {
  const { isKeyIssued, keyPermissionId } = installation
  if (!isKeyIssued || keyPermissionId === null) return
  const permission = await findPermission(scope, 'apikey', keyPermissionId, tx)
  if (!permission) return
  // Staff can have added scopes to the key, which the caller must be able to revoke too.
  await revokePermission(asConnector(scope), tx, 'apikey', keyPermissionId)
}
