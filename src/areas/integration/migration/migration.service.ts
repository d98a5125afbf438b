import { setTimeout } from 'node:timers/promises'
import { updateDocumentTemplates } from '#areas/finance/documents/templates/templates.service'
import { updateMailTemplates } from '#areas/work/mail/templates/built-in-updates.service'
import { PLATFORM_SCOPE } from '#kernel/contract/scopes'
import { insufficientScope } from '#kernel/errors/problem'
import { actorName, hasGrant, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { MigrationRun } from '#prisma/client'
import { migrationRunning } from '#services/migrations/migration-runs'
import type { MigrationState } from '#services/migrations/migrations'
import type { MigrationDesk } from '#services/migrations/migrations.plugin'
import type { TemplateUpdate } from '#services/templates/template-mark'
import { TEMPLATE_SOURCES, type TemplateSource } from './migration.model.ts'
import { tryLockTemplatesSql } from './migration.sql.ts'

const MIN_PAUSE_MS = 50
const MAX_PAUSE_MS = 500

/** A run of the migration of the database, with the migrations that it applied and those that are not applied. */
export interface DatabaseMigration {
  kind: 'database'
  run: MigrationRun
  states: MigrationState[]
}

/** What was done with the built-in templates of one kind. */
export interface TemplateMigration {
  kind: 'templates'
  source: TemplateSource
  updates: TemplateUpdate[]
  doneAt: Date
}

export interface MigrationReport {
  states: MigrationState[]
  latest: MigrationRun | null
}

/**
 * Refuses callers that are not platform administrators: a migration of the database concerns every tenant.
 *
 * @throws 403.
 */
export const requirePlatform = (scope: Scope): void => {
  if (!hasGrant(scope, PLATFORM_SCOPE))
    throw insufficientScope(PLATFORM_SCOPE, 'Migrations require the scope platform, which admin does not include.')
}

/** Returns each migration of the database, and the latest run. @throws 403. */
export const reportMigrations = async (scope: Scope, desk: MigrationDesk): Promise<MigrationReport> => {
  requirePlatform(scope)
  return { states: await desk.list(), latest: await desk.findLatestRun() }
}

/**
 * Requests a migration of the database, and waits until a worker has ended it.
 *
 * @param seconds after which it returns a run that is not complete. @throws 403, 409 `migration-running`.
 */
export const migrateDatabase = async (
  scope: Scope,
  desk: MigrationDesk,
  seconds: number,
): Promise<DatabaseMigration> => {
  requirePlatform(scope)
  const requested = await desk.request(`${scope.tenant.key} ${actorName(scope.actor)}`)
  const run = await waitForEnd(desk, requested, seconds)
  const states = await desk.list()
  const isOfRun = ({ appliedAt }: MigrationState) => appliedAt !== null && appliedAt >= run.requestedAt
  return { kind: 'database', run, states: states.filter((one) => !isSettled(one) || isOfRun(one)) }
}

const isSettled = ({ state }: MigrationState): boolean => state === 'applied' || state === 'unknown'

const waitForEnd = async (desk: MigrationDesk, requested: MigrationRun, seconds: number): Promise<MigrationRun> => {
  const until = Date.now() + seconds * 1000
  let run = requested
  for (let pause = MIN_PAUSE_MS; !run.finishedAt && Date.now() < until; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    await setTimeout(Math.min(pause, Math.max(0, until - Date.now())))
    run = (await desk.findRun(run.id)) ?? run
  }
  return run
}

/** Brings the tenant's built-in templates of one kind to the current texts. @throws 403, 409 `migration-running`. */
export const migrateTemplates = async (scope: Scope, source: TemplateSource): Promise<TemplateMigration> => {
  requirePlatform(scope)
  const updates = await scope.db.transaction(async (tx) => {
    const [lock] = await tx.rows<{ isLocked: boolean }>(tryLockTemplatesSql(scope.db.tenantId))
    if (!lock?.isLocked) throw migrationRunning()
    return updateTemplates[source](scope, tx)
  })
  return { kind: 'templates', source, updates, doneAt: scope.clock.now() }
}

const updateTemplates: Record<TemplateSource, (scope: Scope, tx: Transaction) => Promise<TemplateUpdate[]>> = {
  'template/communication': (scope, tx) => updateMailTemplates(scope, tx, 'communication'),
  'template/document': updateDocumentTemplates,
  'template/message': (scope, tx) => updateMailTemplates(scope, tx, 'message'),
}

/** Runs all migrations, and stops after one that is not complete. @throws 403, 409 `migration-running`. */
export const migrateAll = async (
  scope: Scope,
  desk: MigrationDesk,
  seconds: number,
): Promise<(DatabaseMigration | TemplateMigration)[]> => {
  const database = await migrateDatabase(scope, desk, seconds)
  const results: (DatabaseMigration | TemplateMigration)[] = [database]
  if (database.run.state !== 'done') return results
  for (const source of TEMPLATE_SOURCES) results.push(await migrateTemplates(scope, source))
  return results
}
