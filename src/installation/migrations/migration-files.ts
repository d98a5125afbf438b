import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { MigrationError } from './migration-error.ts'
import { packageRoot } from './package-root.ts'

/** One folder of prisma/migrations. */
export interface MigrationFile {
  /** `<timestamp>_<name>`; the order of the names is the order of the migrations. */
  name: string
  sql: string
}

/** The folder of the migrations of this build. */
export function migrationsFolder(): string {
  return join(packageRoot(), 'prisma', 'migrations')
}

/** The migrations of a folder, in order. */
export function readMigrations(folder: string): MigrationFile[] {
  if (!existsSync(folder)) {
    const advice = 'Restore it from the package or the repository.'
    throw new MigrationError('missing', [], `The folder of migrations ${folder} does not exist.`, advice)
  }
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return names
    .map((entry) => entry.name)
    .filter((name) => existsSync(join(folder, name, 'migration.sql')))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name, 'migration.sql'), 'utf8') }))
}

/** Whether a recorded checksum (SHA-256 of the file, as Prisma writes it) matches; a checkout can convert line ends. */
export function matchesChecksum(sql: string, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n')
  return [sql, unix, unix.replaceAll('\n', '\r\n')].some((text) => sha256(text) === checksum)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Whether the whole script is one transaction, so that a failure rolls it back. PostgreSQL runs a script like that,
 * unless it ends the transaction itself or contains a statement that cannot run in a transaction.
 */
export function isAtomic(sql: string): boolean {
  const code = sql.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
  return !/\b(concurrently|commit|rollback|vacuum|alter\s+system|(create|drop)\s+(database|tablespace))\b/i.test(code)
}

/** The folder in the form that the schema engine requires. */
export function migrationList(folder: string, migrations: MigrationFile[]): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  }
}
