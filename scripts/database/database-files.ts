import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationsFolder } from '#src/installation/migrations/migration-files'
import { packageRoot } from '#src/installation/migrations/package-root'
import { schemaScript } from './schema-diff.ts'

/** The folders that describe the database. */
export interface DatabaseFolders {
  /** The .prisma files: tables, plain indexes and foreign keys. */
  schema: string
  /** The .sql files, by subject: what Prisma cannot express. */
  sql: string
  /** The migrations, which must make the same database. */
  migrations: string
}

export const databaseFolders = (): DatabaseFolders => ({
  schema: join(packageRoot(), 'prisma', 'schema'),
  sql: join(packageRoot(), 'prisma', 'sql'),
  migrations: migrationsFolder(),
})

/** Runs between the tables and their indexes: an index of a column that it replaces would be lost. */
const COLUMNS = 'columns.sql'
/** Creates the roles and the functions that the other files call. */
const TENANCY = 'tenancy.sql'

/** Functions can call those of later files. */
export const ANY_ORDER = 'SET LOCAL check_function_bodies = off;\n'
/** guildhall_system needs the right while functions are given to it. */
export const OWNER_BEGIN = 'GRANT CREATE ON SCHEMA public TO guildhall_system;\n'
export const OWNER_END = 'REVOKE CREATE ON SCHEMA public FROM guildhall_system;\n'

/** Returns the script that makes the database of the files: the schema first, then the SQL by the names of its files. */
export async function filesScript(scratchUrl: string, { schema, sql }: DatabaseFolders): Promise<string> {
  const { tables, indexes } = await schemaScript(scratchUrl, schema)
  const names = existsSync(sql) ? readdirSync(sql).filter((name) => name.endsWith('.sql')) : []
  const read = (name: string) => (names.includes(name) ? `${readFileSync(join(sql, name), 'utf8')}\n` : '')
  const others = names.filter((name) => name !== COLUMNS && name !== TENANCY).sort()
  const end = names.includes(TENANCY) ? OWNER_END : ''
  return [ANY_ORDER, tables, read(COLUMNS), indexes, read(TENANCY), ...others.map(read), end].join('\n')
}
