import { isDeepStrictEqual } from 'node:util'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { getRecord } from '#kernel/records/read'
import { NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { FeedSecrets } from '#services/auth/feed-secrets'
import { appOf } from './catalog/catalog.model.ts'
import { revokeAccess } from './connections/access.service.ts'
import { recordIntegration } from './integration-changes.service.ts'
import type { NativeApp, NativeTools, Values } from './native-app.port.ts'
import { requireScopes, requireValid, validateValues } from './native-integrations.input.ts'
import { type Integration, scopesOf } from './native-integrations.model.ts'
import { integrationKind, PARTS } from './native-integrations.queries.ts'

/** Installs an app; returns the existing integration if it is installed. */
export const installApp = (scope: Scope, app: NativeApp, secrets: FeedSecrets): Promise<Integration> => {
  const appId = app.id
  const { tenantId } = scope.db
  return scope.db.transaction(async (tx) => {
    await lockSubject(scope, tx, 'native_integration')
    const existing = await tx.nativeIntegration.findFirst({ where: { tenantId, appId }, include: PARTS })
    if (existing && !lacksFeed(existing, app)) return existing
    if (existing) {
      await addFeed(tx, existing, app, secrets)
      return getRecord(scope, integrationKind, existing.id, tx)
    }
    const { id } = await tx.nativeIntegration.create({
      data: { tenantId, appId, installedAt: scope.clock.now() },
      select: { id: true },
    })
    const { connector } = app
    if (connector)
      await tx.nativeConnector.createMany({ data: [{ tenantId, integrationId: id, name: connector.name }] })
    if (app.hasFeed) await addFeed(tx, { tenantId, id }, app, secrets)
    const installed = await getRecord(scope, integrationKind, id, tx)
    await recordIntegration(scope, tx, installed, 'created')
    return installed
  })
}

/** Returns whether the address of the feed is missing: an archive of the tenant does not contain it. */
const lacksFeed = ({ feed }: Integration, app: NativeApp): boolean => app.hasFeed === true && feed === null

/** Makes the address of a feed. The next run writes its text. */
const addFeed = async (
  tx: Transaction,
  { tenantId, id: integrationId }: Pick<Integration, 'tenantId' | 'id'>,
  { name }: NativeApp,
  secrets: FeedSecrets,
): Promise<void> => {
  const { hash, sealed } = secrets.make(tenantId)
  await tx.nativeFeed.createMany({ data: [{ tenantId, integrationId, secretHash: hash, sealed, name }] })
}

/**
 * Validates and replaces the configuration. An equal one changes nothing, unless the integration was imported with its
 * tenant: then it makes the address of the feed, and ends the pause.
 *
 * @throws 403 insufficient-scope; 404; 412; 422 configuration-invalid.
 */
export const configure = async (
  scope: Scope,
  id: number,
  sent: Values,
  expected: ExpectedVersion,
  secrets: FeedSecrets,
): Promise<Integration> => {
  const seen = await getRecord(scope, integrationKind, id)
  requireVersion(seen.auditId, expected)
  const app = appOf(seen)
  const values = await validateValues(scope, app, sent)
  return scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, integrationKind, id, expected)
    const isPaused = values.IsPaused === true
    const isSame = isDeepStrictEqual(current.values, values) && current.isPaused === isPaused
    if (isSame && !lacksFeed(current, app)) return current
    requireScopes(scope, scopesOf(current))
    requireValid((await app.lockUsed?.(scope, tx, values)) ?? [])
    if (lacksFeed(current, app)) await addFeed(tx, current, app, secrets)
    await tx.nativeIntegration.update({
      where: { tenantId_id: { tenantId: current.tenantId, id } },
      data: {
        values: values as Prisma.InputJsonObject,
        isPaused,
        eventKinds: [...app.eventPatterns(values)],
        ...NEXT_VERSION,
      },
    })
    const saved = await getRecord(scope, integrationKind, id, tx)
    await recordIntegration(scope, tx, saved, 'updated')
    return saved
  })
}

/** Deletes an integration with its runs, and revokes the access at the other side. @throws 404, 412. */
export const uninstall = async (
  scope: Scope,
  tools: NativeTools,
  id: number,
  expected: ExpectedVersion,
): Promise<void> => {
  const removed = await scope.db.transaction(async (tx) => {
    const current = await lockRecord(scope, tx, integrationKind, id, expected)
    await tx.nativeIntegration.delete({ where: { tenantId_id: { tenantId: current.tenantId, id } } })
    await recordIntegration(scope, tx, nextVersionOf(current), 'deleted')
    return current
  })
  await revokeAccess(scope, tools, removed)
}
