import type { MigrationItem, MigrationResult, MigrationRun as ShownRun } from '#contract/integration/migration'
import type { MigrationRun } from '#prisma/client'
import type { MigrationState } from '#services/migrations/migrations'
import type { TemplateUpdate } from '#services/templates/template-mark'
import type { DatabaseMigration, MigrationReport, TemplateMigration } from './migration.service.ts'

export const presentMigration = (result: DatabaseMigration | TemplateMigration): MigrationResult =>
  result.kind === 'database' ? presentDatabase(result) : presentTemplates(result)

const presentDatabase = ({ run, states }: DatabaseMigration): MigrationResult => ({
  Success: run.state === 'done',
  Source: run.finishedAt ? 'db' : 'running',
  Items: states.map(presentState),
  Run: presentRun(run),
})

const presentTemplates = ({ source, updates, doneAt }: TemplateMigration): MigrationResult => ({
  Success: true,
  Source: source,
  Items: updates.map((update) => presentUpdate(update, doneAt)),
  Run: null,
})

export const presentReport = ({ states, latest }: MigrationReport): MigrationResult => ({
  Success: states.every(({ state }) => state !== 'failed' && state !== 'changed'),
  Source: 'report',
  Items: states.map(presentState),
  Run: latest && presentRun(latest),
})

const presentState = ({ name, state, appliedAt, message }: MigrationState): MigrationItem => ({
  Name: name,
  State: state === 'unknown' ? 'applied' : state,
  AppliedDate: appliedAt?.toISOString() ?? null,
  Message: state === 'unknown' ? 'A newer version applied it. This version does not know it.' : message,
})

const presentUpdate = ({ key, outcome, hasNewerVersion }: TemplateUpdate, doneAt: Date): MigrationItem => ({
  Name: key,
  State: outcome,
  AppliedDate: outcome === 'added' || outcome === 'updated' ? doneAt.toISOString() : null,
  Message: hasNewerVersion ? 'The text is edited, and there is a newer built-in text.' : null,
})

const presentRun = ({ id, state, requestedAt, finishedAt, message }: MigrationRun): ShownRun => ({
  RunId: id,
  State: state as ShownRun['State'],
  RequestedDate: requestedAt.toISOString(),
  FinishedDate: finishedAt?.toISOString() ?? null,
  Message: message,
})
