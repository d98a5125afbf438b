import { PrismaPg } from '@prisma/adapter-pg'
import type pg from 'pg'
import { PrismaClient } from '#prisma/client'
import { withRetriedTransactions } from '../tenancy/system-transactions.ts'
import { tracing } from '../tracing/tracing.ts'
import { type DatabaseAddress, urlOfRole } from './logins.ts'
import { asRole } from './role-connections.ts'
import { statementNames } from './statement-names.ts'
import { SystemPool } from './system-pool.ts'
import { TenantPool } from './tenant-pool.ts'
import { TracedClient } from './traced-client.ts'
import { wholeNumberTypes, withWholeNumbers } from './whole-numbers.ts'

export interface DatabaseOptions extends DatabaseAddress {
  /** Connections of the request pool; 4 to 8 on a small machine. */
  poolSize: number
  /** Milliseconds a statement may run. */
  statementTimeout: number
  onError: (error: Error) => void
}

/** The connections of a process: a pool and client for tenants' work, and small ones for the kernel's own work. */
export interface Database {
  /** Connection string of the owner of the tables: only for migrations and statistics. */
  readonly ownerUrl: string
  /** Connection string of the system role, for separate connections. */
  readonly systemUrl: string
  /** The request roles; every statement needs a tenant (see TenantPool). */
  readonly tenantPool: TenantPool
  readonly tenantClient: PrismaClient
  /**
   * The system role, which sees every tenant: credentials, relays, retention, the command line. Its transactions are repeated
   * like those of a tenant: their work can run several times.
   */
  readonly systemPool: pg.Pool
  readonly system: PrismaClient
  /** Returns the key with which work of callers limited to chapters can see the whole tenant. Only the system role reads it. */
  readonly wholeTenantKey: () => Promise<string>
  close(): Promise<void>
}

export const openDatabase = (options: DatabaseOptions): Database => {
  const common = {
    statement_timeout: options.statementTimeout,
    pipeline: true,
    types: wholeNumberTypes,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    ...(tracing() && { Client: TracedClient }),
  }
  const tenantPool = new TenantPool(
    { ...common, max: options.poolSize, application_name: 'guildhall', ...asRole('guildhall_app', options) },
    {
      ...common,
      max: Math.max(2, Math.ceil(options.poolSize / 2)),
      application_name: 'guildhall-chapters',
      ...asRole('guildhall_chapter', options),
    },
  )
  const systemPool = new SystemPool({
    ...common,
    max: 3,
    application_name: 'guildhall-system',
    ...asRole('guildhall_system', options),
  })
  for (const pool of [tenantPool, systemPool]) pool.on('error', options.onError)
  const tenantClient = openClient(tenantPool)
  const system = withRetriedTransactions(openClient(systemPool))
  const close = async () => {
    await Promise.all([tenantClient.$disconnect(), system.$disconnect()])
    await Promise.all([tenantPool.end(), systemPool.end()])
  }
  return {
    ownerUrl: options.url,
    systemUrl: urlOfRole('guildhall_system', options),
    tenantPool,
    tenantClient,
    systemPool,
    system,
    wholeTenantKey: wholeTenantKey(system),
    close,
  }
}

/** Reads the key at the first use: it never changes. */
const wholeTenantKey = ({ setting }: PrismaClient): (() => Promise<string>) => {
  let known: string | undefined
  return async () => {
    known ??= (await setting.findFirstOrThrow({ where: { key: 'whole-tenant-key' } })).value
    return known
  }
}

const openClient = (pool: pg.Pool): PrismaClient =>
  withWholeNumbers(new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: statementName }) }))

const statementName = ({ sql }: { sql: string }): string => statementNames.nameOf(sql)
