export { type ApplyOptions, applyMigrations, settleMigration } from './apply.ts'
export { type MigrationReport, migrationReport, pendingMigrations } from './history.ts'
export { MigrationError } from './migration-error.ts'
export { packageRoot } from './package-root.ts'
