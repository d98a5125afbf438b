import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../generated/prisma/client.ts'
import type { Sql } from '../../generated/prisma/internal/prismaNamespace.ts'
import { TenantPool } from './tenant-pool.ts'

export interface DatabaseOptions {
  url: string
  /** Connections of the request pool; 4 to 8 on a small machine. */
  poolSize: number
  /** Milliseconds a statement may run. */
  statementTimeout: number
  onError: (error: Error) => void
}

/** What a process holds of PostgreSQL: a walled client for tenants' work and a small one for the kernel's own. */
export interface Database {
  readonly url: string
  /** The request role; every statement needs a tenant (see TenantPool). */
  readonly tenantPool: TenantPool
  readonly tenantClient: PrismaClient
  /** The system role, which sees every tenant: credentials, relays, retention, the command line. */
  readonly systemPool: pg.Pool
  readonly system: PrismaClient
  close(): Promise<void>
}

/** One plan for every tenant: custom plans are made anew for each of the first calls and bring nothing here. */
const SESSION = '-c plan_cache_mode=force_generic_plan -c idle_in_transaction_session_timeout=60000'

export const openDatabase = (options: DatabaseOptions): Database => {
  const common = {
    connectionString: options.url,
    statement_timeout: options.statementTimeout,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  }
  const tenantPool = new TenantPool({
    ...common,
    max: options.poolSize,
    application_name: 'guildhall',
    options: `-c role=guildhall_app ${SESSION}`,
  })
  const systemPool = new pg.Pool({
    ...common,
    max: 3,
    application_name: 'guildhall-system',
    options: `-c role=guildhall_system ${SESSION}`,
  })
  for (const pool of [tenantPool, systemPool]) pool.on('error', options.onError)
  const tenantClient = new PrismaClient({
    adapter: new PrismaPg(tenantPool, { statementNameGenerator: statementName }),
  })
  const system = new PrismaClient({ adapter: new PrismaPg(systemPool, { statementNameGenerator: statementName }) })
  const close = async () => {
    await Promise.all([tenantClient.$disconnect(), system.$disconnect()])
    await Promise.all([tenantPool.end(), systemPool.end()])
  }
  return { url: options.url, tenantPool, tenantClient, systemPool, system, close }
}

/** Names by text, so that a connection prepares each statement once. Bounded: the texts are those of the code. */
const names = new Map<string, string>()
const MOST_NAMES = 1000

const statementName = (query: { sql: string }): string => {
  let name = names.get(query.sql)
  if (name === undefined) {
    name = createHash('sha1').update(query.sql).digest('hex').slice(0, 20)
    if (names.size < MOST_NAMES) names.set(query.sql, name)
    // Past the bound (lists of varying length in SQL) statements are not kept by the server either.
    else name = ''
  }
  return name
}

/** A statement for the driver, under its name. Each look at the text of an Sql makes it anew: so it is looked at once. */
export const namedStatement = ({ text, values }: Sql) => ({
  name: statementName({ sql: text }),
  text,
  values: values as unknown[],
})
