import type pg from 'pg'
import type { TermRules } from '#areas/people/memberships/terms/terms.model'

export interface DemoLevel {
  id: number
  name: string
  /** The price of a whole term. */
  cents: number
}

/** A type of the demonstration's memberships. */
export interface DemoMembershipType {
  id: number
  name: string
  rules: TermRules
  dueDays: number
  coversPeople: boolean
  renewalInvoiceDays: number | null
  levels: DemoLevel[]
}

export type DemoMembershipTypes = Record<'individual' | 'student' | 'business', DemoMembershipType>

const WANTED: [name: string, systemTypeId: number, levels: [name: string, price: number][]][] = [
  [
    'Individual',
    1,
    [
      ['Regular', 120],
      ['Senior', 80],
    ],
  ],
  ['Student', 1, [['Student', 35]]],
  [
    'Business',
    2,
    [
      ['Standard', 480],
      ['Gold', 1200],
    ],
  ],
]

/** The types and levels of the demonstration: uses existing ones with these names and creates the others. */
export const findMembershipTypes = async (client: pg.Client, tenantId: number): Promise<DemoMembershipTypes> => {
  const found: DemoMembershipType[] = []
  for (const [order, [name, systemTypeId, levels]] of WANTED.entries()) {
    await client.query(
      `INSERT INTO membership_type (tenant_id, name, name_key, system_contact_type_id, covers_people, rollover_days, display_order)
       VALUES ($1, $2, lower($2), $3, $4, 30, $5) ON CONFLICT DO NOTHING`,
      [tenantId, name, systemTypeId, systemTypeId === 2, order],
    )
    await client.query(
      `INSERT INTO membership_level (tenant_id, type_id, name, name_key, price, display_order)
       SELECT $1, t.id, w.name, lower(w.name), w.price, w.position
       FROM membership_type t, unnest($3::text[], $4::numeric[]) WITH ORDINALITY w(name, price, position)
       WHERE t.tenant_id = $1 AND t.name_key = lower($2) ON CONFLICT DO NOTHING`,
      [tenantId, name, levels.map(([level]) => level), levels.map(([, price]) => price)],
    )
    found.push(await readType(client, tenantId, name))
  }
  const [individual, student, business] = found
  if (!individual || !student || !business) throw new Error('The membership types could not be created')
  return { individual, student, business }
}

const readType = async (client: pg.Client, tenantId: number, name: string): Promise<DemoMembershipType> => {
  const { rows } = await client.query<{ made: DemoMembershipType }>(
    `SELECT json_build_object('id', t.id, 'name', t.name, 'dueDays', t.due_days, 'coversPeople', t.covers_people,
       'renewalInvoiceDays', t.renewal_invoice_days,
       'rules', json_build_object('kind', CASE t.term_kind_id WHEN 2 THEN 'fixed' ELSE 'rolling' END,
         'months', t.term_months, 'renewalMonth', coalesce(t.renewal_month, 1), 'renewalDay', coalesce(t.renewal_day, 1),
         'isProrated', t.is_prorated, 'rolloverDays', t.rollover_days, 'graceDays', t.grace_days),
       'levels', (SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'cents', (l.price * 100)::int)
           ORDER BY l.display_order, l.id)
         FROM membership_level l WHERE l.tenant_id = t.tenant_id AND l.type_id = t.id)) AS made
     FROM membership_type t WHERE t.tenant_id = $1 AND t.name_key = lower($2)`,
    [tenantId, name],
  )
  if (!rows[0]) throw new Error(`The membership type "${name}" could not be created`)
  return rows[0].made
}
