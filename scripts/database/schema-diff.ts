import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { withEngine } from '#src/installation/migrations/engine'
import { migrationList, readMigrations } from '#src/installation/migrations/migration-files'
import { ScriptAdapterFactory } from '#src/installation/migrations/script-adapter'

type Start = Parameters<SchemaEngine['diff']>[0]['from']

/**
 * Returns the SQL that changes the result of the migrations to the Prisma schema; empty if they agree.
 *
 * The engine does not see, and so does not change: policies, functions, triggers, views, check and exclusion constraints,
 * extensions, other schemas, and every partial or expression index (unique or not).
 * It sees, and the schema must name: plain indexes, tables, columns; a tsvector column as `Unsupported("tsvector")?`, a
 * generated one with `@default(dbgenerated())`.
 * It sees but cannot express: INCLUDE, NULLS LAST, NULLS NOT DISTINCT, some operator classes. It drops such an index, unless
 * its name is one of `kept`.
 *
 * @param scratchUrl connection string of a superuser to a server on which a scratch database can be created and dropped
 * @param schema folder of the .prisma files
 */
export async function diffSchema(
  scratchUrl: string,
  folders: { schema: string; migrations: string },
  kept: ReadonlySet<string>,
): Promise<string> {
  const list = migrationList(folders.migrations, readMigrations(folders.migrations))
  const diff = await engineDiff(scratchUrl, folders.schema, { tag: 'migrations', ...list })
  const drops = [...kept].map((name) => `-- DropIndex\nDROP INDEX "${name}";\n`)
  return drops.reduce((rest, drop) => rest.replace(drop, ''), diff).trim()
}

/** Returns the SQL that creates the tables of the Prisma schema, and that which creates their plain indexes and foreign keys. */
export async function schemaScript(scratchUrl: string, schema: string): Promise<{ tables: string; indexes: string }> {
  const sql = await engineDiff(scratchUrl, schema, { tag: 'empty' })
  const end = /^-- (CreateIndex|AddForeignKey)$/m.exec(sql)?.index ?? sql.length
  return { tables: sql.slice(0, end), indexes: sql.slice(end) }
}

async function engineDiff(scratchUrl: string, schema: string, from: Start): Promise<string> {
  const files = schemaFiles(schema)
  const result = await withEngine(new ScriptAdapterFactory(scratchUrl), files, (engine) =>
    engine.diff({
      from,
      to: { tag: 'schemaDatamodel', files: files.map(([path, content]) => ({ path, content })) },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    }),
  )
  return result.exitCode === 0 ? '' : (result.stdout ?? '')
}

function schemaFiles(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.prisma'))
    .sort()
    .map((name) => [join(folder, name).replaceAll(sep, '/'), readFileSync(join(folder, name), 'utf8')])
}
