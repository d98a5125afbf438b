import type { FastifyBaseLogger } from 'fastify'
import { Prisma, type PrismaClient } from '#prisma/client'
import type { CronTask } from '../jobs/cron.ts'
import { KEY_NAME_LENGTH, type Sealer } from './seal.ts'

/** A column that contains sealed secrets, of a tenant's table with an id. */
export interface SealedColumn {
  table: string
  column: string
  /** Whether the table belongs to no tenant. Its rows have the tenant 0. */
  isGlobal?: boolean
  /** Another column that the context is made of. */
  contextColumn?: string
  /**
   * Returns the context in which the value was sealed.
   *
   * @param value of the other column; the id of the row if there is none.
   */
  context(tenantId: number, value: string): string
}

interface SealedRow {
  tenantId: number
  id: number
  value: string
  sealed: string
}

/** Rows per statement. */
const BATCH = 500

/**
 * Encrypts the secrets that an earlier secret of the installation has sealed again with the current one, so that
 * GUILDHALL_SECRET_PREVIOUS is no longer needed. It can be killed at any point: rows that are done no longer match.
 */
export const resealing = (sealer: Sealer, columns: readonly SealedColumn[]): CronTask => ({
  name: 'reseal-secrets',
  at: '*/10 * * * *',
  task: async ({ database: { system }, log }) => {
    for (const column of columns) {
      const count = await resealColumn(system, sealer, column, log)
      const { table } = column
      if (count > 0) log.info({ table, count }, 'secrets were encrypted again with the current secret')
    }
  },
})

/** Returns the number of rows that were encrypted again: those whose key has a lower name, and those with a higher one. */
const resealColumn = async (
  system: PrismaClient,
  sealer: Sealer,
  column: SealedColumn,
  log: FastifyBaseLogger,
): Promise<number> => {
  let total = 0
  for (const isLower of [true, false]) {
    let last: SealedRow | undefined
    do {
      const rows: SealedRow[] = await system.$queryRaw<SealedRow[]>(outdatedSql(column, sealer.keyName, isLower, last))
      for (const row of rows) total += await resealRow(system, sealer, column, row, log)
      last = rows.length === BATCH ? rows.at(-1) : undefined
    } while (last)
  }
  return total
}

/**
 * Seals the value of a row again. A value that no secret opens is left as it is, and reported. A value that was
 * replaced since it was read is not touched.
 */
const resealRow = async (
  system: PrismaClient,
  sealer: Sealer,
  column: SealedColumn,
  { tenantId, id, value, sealed }: SealedRow,
  log: FastifyBaseLogger,
): Promise<number> => {
  const { table } = column
  try {
    const context = column.context(tenantId, value)
    return await system.$executeRaw(
      updateSql(column, { tenantId, id, sealed }, sealer.seal(sealer.open(sealed, context), context)),
    )
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError) throw error
    log.warn(
      { table, tenant: tenantId, id: String(id) },
      'a sealed secret cannot be opened with the secrets of this installation',
    )
    return 0
  }
}

/**
 * Returns a page of the values whose key has a lower or higher name than the current one, in the order of the index of
 * the column.
 */
const outdatedSql = (
  { table, column, isGlobal, contextColumn = 'id' }: SealedColumn,
  keyName: string,
  isLower: boolean,
  last: SealedRow | undefined,
): Prisma.Sql => {
  const [from, sealed, value] = [table, column, contextColumn].map((name) => Prisma.raw(name))
  const name = Prisma.sql`left(${sealed}, ${Prisma.raw(String(KEY_NAME_LENGTH))})`
  const tenant = isGlobal ? Prisma.empty : Prisma.sql`tenant_id,`
  const order = Prisma.sql`${name}, ${tenant} id`
  const after = last
    ? Prisma.sql`AND (${order}) > (${last.sealed.slice(0, KEY_NAME_LENGTH)}::text,
        ${isGlobal ? Prisma.empty : Prisma.sql`${last.tenantId}::int,`} ${last.id}::bigint)`
    : Prisma.empty
  return Prisma.sql`SELECT ${tenantColumn(isGlobal)} AS "tenantId", id::bigint AS id, ${value}::text AS value, ${sealed} AS sealed
    FROM ${from} WHERE ${name} ${Prisma.raw(isLower ? '<' : '>')} ${keyName}::text ${after} ORDER BY ${order} LIMIT ${BATCH}::int`
}

const tenantColumn = (isGlobal = false): Prisma.Sql => Prisma.raw(isGlobal ? '0' : 'tenant_id')

const updateSql = (
  { table, column, isGlobal }: SealedColumn,
  row: Omit<SealedRow, 'value'>,
  resealed: string,
): Prisma.Sql => {
  const [from, sealed] = [table, column].map((name) => Prisma.raw(name))
  return Prisma.sql`UPDATE ${from} SET ${sealed} = ${resealed}::text
    WHERE ${tenantColumn(isGlobal)} = ${row.tenantId}::int AND id = ${row.id}::bigint AND ${sealed} = ${row.sealed}::text`
}
