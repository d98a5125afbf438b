import type { ClientBase } from 'pg'
import type { Manifest } from './archive-format.ts'
import { quoteName } from './tables.ts'

/** Tables with fewer new rows keep their statistics. */
const MIN_ANALYZED = 1000

/** Rows outside of these years are in the partition of all other months. */
const ADD_MONTHS = `SELECT log_month.add(greatest($1::date, (now() - interval '10 years')::date),
  least($2::date, (now() + interval '1 year')::date))`

/** Creates the partitions of tables that are divided by months. @param client a connection of the system role. */
export const addPartitions = async (client: ClientBase, kinds: Manifest['kinds']): Promise<void> => {
  const spans = kinds.flatMap(({ days }) => (days ? [days] : []))
  if (spans.length === 0) return
  const first = spans.map(([day]) => day).sort()[0]
  const last = spans
    .map(([, day]) => day)
    .sort()
    .at(-1)
  await client.query(ADD_MONTHS, [first, last])
}

/** Refreshes the statistics of tables that received many rows. @param client a connection of the owner. */
export const analyze = async (client: ClientBase, kinds: Manifest['kinds']): Promise<void> => {
  for (const { table, rows } of kinds) if (rows >= MIN_ANALYZED) await client.query(`ANALYZE ${quoteName(table)}`)
}

/**
 * Raises the sequences: new rows of the tenant get ids above those of the archive. The first ALTER locks the sequence
 * against others that draw ids, until the transaction ends.
 *
 * @param client a connection of the owner.
 */
export const raiseSequences = async (client: ClientBase, tenantId: number): Promise<void> => {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(SEQUENCES)
  for (const { table, column, sequence } of rows) {
    await client.query('SET LOCAL ROLE guildhall_system')
    const found = await client.query<{ last: string | null }>(
      `SELECT max(${quoteName(column)})::text AS last FROM ${quoteName(table)} WHERE tenant_id = $1`,
      [tenantId],
    )
    await client.query('RESET ROLE')
    const last = BigInt(found.rows[0]?.last ?? 0)
    if (last === 0n || last < (await lastOf(client, sequence))) continue
    await client.query(`ALTER SEQUENCE ${sequence} NO CYCLE`)
    if (last >= (await lastOf(client, sequence)))
      await client.query(`ALTER SEQUENCE ${sequence} RESTART WITH ${last + 1n}`)
  }
}

const lastOf = async (client: ClientBase, sequence: string): Promise<bigint> => {
  const { rows } = await client.query<{ last: string }>(`SELECT last_value::text AS last FROM ${sequence}`)
  return BigInt(rows[0]?.last ?? 0)
}

/** The sequences of the id columns of tables of tenants. */
const SEQUENCES = `
  SELECT c.relname AS table, a.attname AS column, d.objid::regclass::text AS sequence
  FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
    JOIN pg_class c ON c.oid = d.refobjid JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
  WHERE d.classid = 'pg_class'::regclass AND d.deptype IN ('a', 'i') AND s.relnamespace = 'public'::regnamespace
    AND NOT c.relispartition
    AND EXISTS (SELECT FROM pg_attribute t WHERE t.attrelid = c.oid AND t.attname = 'tenant_id' AND NOT t.attisdropped)
  ORDER BY 1`
