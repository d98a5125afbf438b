import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { withEngine } from './engine.ts'
import { type MigrationFile, migrationList, migrationsFolder, readMigrations } from './migration-files.ts'
import { packageRoot } from './package-root.ts'
import { ScriptAdapterFactory } from './script-adapter.ts'

export interface DiffOptions {
  /** A superuser's connection to a server on which a scratch database can be created and dropped. */
  scratchUrl: string
  /** Folder of the .prisma files. */
  schema?: string
  /** Folder of the migrations to start from. */
  migrations?: string
}

/**
 * Returns the SQL that changes the result of the migrations to the Prisma schema; empty if they agree.
 *
 * The engine does not see, and so does not change: policies, functions, triggers, views, check and exclusion constraints,
 * extensions, other schemas, and every partial or expression index (unique or not).
 * It sees, and the schema must name: plain indexes, tables, columns; a tsvector column as `Unsupported("tsvector")?`, a
 * generated one with `@default(dbgenerated())`.
 * It sees but cannot express: INCLUDE, NULLS LAST, NULLS NOT DISTINCT, some operator classes. Such an index needs a
 * line `-- by hand: <index name>` in its migration.
 */
export async function diffSchema(options: DiffOptions): Promise<string> {
  const folder = options.migrations ?? migrationsFolder()
  const files = schemaFiles(options.schema ?? join(packageRoot(), 'prisma', 'schema'))
  const migrations = existsSync(folder) ? readMigrations(folder) : []
  const adapter = new ScriptAdapterFactory(options.scratchUrl)
  const result = await withEngine(adapter, files, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrationList(folder, migrations) },
      to: { tag: 'schemaDatamodel', files: files.map(([path, content]) => ({ path, content })) },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  return result.exitCode === 0 ? '' : withoutHandWritten(result.stdout ?? '', migrations)
}

function withoutHandWritten(diff: string, migrations: MigrationFile[]): string {
  const marks = migrations.flatMap(({ sql }) => [...sql.matchAll(/^\s*--\s*by hand:\s*"?([\w.]+)"?\s*$/gim)])
  const drops = marks.map(([, name]) => `-- DropIndex\nDROP INDEX "${name}";\n`)
  return drops.reduce((rest, drop) => rest.replace(drop, ''), diff).trim()
}

function schemaFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [join(folder, name).replaceAll(sep, '/'), readFileSync(join(folder, name), 'utf8')])
}
