import pg from 'pg'
import { MUCH_STOCK } from './items.ts'

/** The values of a tenant that requests use. */
export interface TenantFacts {
  tenantId: number
  /** Number of contacts in the tenant's lists. */
  contacts: number
  /** Individuals with an address and a role. */
  personIds: number[]
  /**
   * Individuals with their versions, in the order of their turns to be changed. None is in `personIds`, because the
   * confirmation of an order is a new version of its buyer.
   */
  people: { id: number; version: number }[]
  /** Keys of rows in the middle of the list by name. */
  middle: [string, string][]
  /** Times after which many contacts changed, RFC 3339. */
  moments: string[]
  /** Search texts that match few contacts. */
  searches: string[]
  /** The contact with the most transactions. */
  payerId: number
  /** Its key, as in public addresses. */
  tenantKey: string
  /** A page that shows ads. */
  adPageId: number
  /** Store items with much stock. */
  stockedItemIds: number[]
  /** An account that lines of invoices can be posted to. */
  incomeAccountId: number
}

const LISTED = 'tenant_id = $1 AND deleted_at IS NULL AND NOT is_unmatched'

/** Reads the values; the same for the same database. */
export const readFacts = async (url: string, tenantId: number): Promise<TenantFacts> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await queryFacts(client, tenantId)
  } finally {
    await client.end()
  }
}

const queryFacts = async (client: pg.Client, tenantId: number): Promise<TenantFacts> => {
  const column = async <T>(sql: string, ...values: unknown[]): Promise<T[]> => {
    const { rows } = await client.query<[T]>({ text: sql, values: [tenantId, ...values], rowMode: 'array' })
    return rows.map(([value]) => value)
  }
  const [contacts = 0] = await column<number>(`SELECT count(*)::int FROM contact WHERE ${LISTED}`)
  const [payerId = 0] = await column<number>(
    `SELECT contact_id FROM journal_entry WHERE tenant_id = $1 GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1`,
  )
  const [incomeAccountId = 0] = await column<number>(
    `SELECT id FROM account WHERE tenant_id = $1 AND system_role = 'membership-income'`,
  )
  const [tenantKey = ''] = await column<string>(`SELECT key FROM tenant WHERE id = $1`)
  const [adPageId = 0] = await column<number>(`SELECT min(id) FROM site_page WHERE tenant_id = $1`)
  const people = `SELECT %, md5(id::text) AS n FROM contact WHERE ${LISTED} AND system_type_id = 1
    AND id % 2 = 0 AND role_count > 0 AND primary_address_id IS NOT NULL AND email_address IS NOT NULL ORDER BY n LIMIT 500`
  return {
    tenantId,
    contacts,
    payerId,
    tenantKey,
    adPageId,
    incomeAccountId,
    stockedItemIds: await column<number>(
      `SELECT id FROM store_item WHERE tenant_id = $1 AND on_hand >= ${MUCH_STOCK} ORDER BY id`,
    ),
    personIds: await column<number>(people.replace('%', 'id')),
    people: await column(
      `SELECT json_build_object('id', id, 'version', audit_id) FROM contact WHERE ${LISTED} AND system_type_id = 1
       AND id % 2 = 1 ORDER BY id LIMIT 5000`,
    ),
    searches: await column<string>(people.replace('%', 'email_address')),
    middle: await column<[string, string]>(
      `SELECT ARRAY[sort_name, id::text] FROM contact WHERE ${LISTED} ORDER BY sort_name, id OFFSET $2 LIMIT 40`,
      contacts >> 1,
    ),
    moments: await column<string>(
      `SELECT to_char(modified_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM contact
       WHERE tenant_id = $1 ORDER BY modified_at, id OFFSET $2 LIMIT 20`,
      contacts >> 2,
    ),
  }
}
