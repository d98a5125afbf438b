import type pg from 'pg'
import { CHAPTERS } from '../generate/chapters.ts'
import type { DemoChapter, DemoContact } from '../generate/world.ts'

/** Creates the chapters of the demonstration. Their organizations must exist. */
export const loadChapters = async (
  client: pg.Client,
  tenantId: number,
  organizations: readonly DemoContact[],
): Promise<void> => {
  const directory = await idOf(client, DIRECTORY, [tenantId])
  const gateway = await idOf(client, GATEWAY, [tenantId])
  const made: number[] = []
  for (const [at, { name, number, parent, postalCodes }] of CHAPTERS.entries()) {
    const group = await idOf(client, GROUP, [tenantId, name])
    const calendar = await idOf(client, CALENDAR, [tenantId, name])
    const own = [organizations[at]?.records.id, number, parent === null ? null : made[parent]]
    const lists = [group, calendar, directory, parent === null ? gateway : null]
    made.push(await idOf(client, CHAPTER, [tenantId, ...own, ...lists, postalCodes ?? [], postalCodes !== null]))
  }
}

const DIRECTORY = `INSERT INTO directory (tenant_id, name, name_key, is_public)
  VALUES ($1, 'Find a member', 'find a member', true)
  ON CONFLICT (tenant_id, name_key) DO UPDATE SET name = excluded.name RETURNING id`
const GATEWAY = `WITH gateway AS (
    INSERT INTO payment_gateway (tenant_id, name, name_key, is_default)
    VALUES ($1, 'Trial account', 'trial account',
      NOT EXISTS (SELECT FROM payment_gateway WHERE tenant_id = $1 AND is_default))
    ON CONFLICT (tenant_id, name_key) DO UPDATE SET name = excluded.name RETURNING id
  ), account AS (
    INSERT INTO processor_account (tenant_id, gateway_id, uid, currency_code, time_zone)
    SELECT t.id, g.id, 'acct_sandbox' || g.id, t.currency_code, t.time_zone FROM gateway g, tenant t WHERE t.id = $1
    ON CONFLICT DO NOTHING
  ) SELECT id FROM gateway`
const GROUP = 'INSERT INTO contact_group (tenant_id, name) VALUES ($1, $2) RETURNING id'
const CALENDAR = 'INSERT INTO calendar (tenant_id, name) VALUES ($1, $2) RETURNING id'
const CHAPTER = `INSERT INTO chapter (tenant_id, organization_id, number, parent_id, group_id, calendar_id, directory_id,
    payment_gateway_id, postal_codes, takes_postal_codes)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id`

const idOf = async (client: pg.Client, sql: string, values: unknown[]): Promise<number> => {
  const { rows } = await client.query<{ id: number }>(sql, values)
  const [row] = rows
  if (!row) throw new Error('A chapter of the demonstration could not be created.')
  return row.id
}

/** Finds the chapters of the demonstration by their numbers. */
export const findChapters = async (client: pg.Client, tenantId: number): Promise<DemoChapter[]> => {
  const { rows } = await client.query<DemoChapter>(
    `SELECT id, group_id, directory_id FROM chapter WHERE tenant_id = $1 AND number = ANY($2)
       AND group_id IS NOT NULL AND directory_id IS NOT NULL ORDER BY id`,
    [tenantId, CHAPTERS.map(({ number }) => number)],
  )
  return rows
}
