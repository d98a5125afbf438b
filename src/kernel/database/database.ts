import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { asRole } from './role-connections.ts'
import { statementNames } from './statement-names.ts'
import { TenantPool } from './tenant-pool.ts'

export interface DatabaseOptions {
  url: string
  /** Connections of the request pool; 4 to 8 on a small machine. */
  poolSize: number
  /** Milliseconds a statement may run. */
  statementTimeout: number
  onError: (error: Error) => void
}

/** The connections of a process: a pool and client for tenants' work, and small ones for the kernel's own work. */
export interface Database {
  readonly url: string
  /** The request roles; every statement needs a tenant (see TenantPool). */
  readonly tenantPool: TenantPool
  readonly tenantClient: PrismaClient
  /** The system role, which sees every tenant: credentials, relays, retention, the command line. */
  readonly systemPool: pg.Pool
  readonly system: PrismaClient
  close(): Promise<void>
}

export const openDatabase = (options: DatabaseOptions): Database => {
  const common = {
    statement_timeout: options.statementTimeout,
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  }
  const tenantPool = new TenantPool(
    { ...common, max: options.poolSize, application_name: 'guildhall', ...asRole('guildhall_app', options.url) },
    {
      ...common,
      max: Math.max(2, Math.ceil(options.poolSize / 2)),
      application_name: 'guildhall-chapters',
      ...asRole('guildhall_chapter', options.url),
    },
  )
  const systemPool = new pg.Pool({
    ...common,
    max: 3,
    application_name: 'guildhall-system',
    ...asRole('guildhall_system', options.url),
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

const statementName = ({ sql }: { sql: string }): string => statementNames.nameOf(sql)

/** A statement for the driver, with its name. Sql composes its text at each access, so it is read once. */
export const namedStatement = ({ text, values }: Sql) => ({
  name: statementNames.nameOf(text),
  text,
  values: values as unknown[],
})
