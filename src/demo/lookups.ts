import type pg from 'pg'
import { type DemoFields, ensureCustomFields } from './custom-fields.ts'
import { type DemoMembershipTypes, findMembershipTypes } from './membership-types.ts'

/** An entry of a value list. */
export interface Entry {
  id: number
  name: string
}

/** A category with its position, which determines the first category of a contact. */
export type Category = Entry & { contactTypeId: number }

export interface Lookups {
  roleTypes: Entry[]
  tags: Entry[]
  groups: Entry[]
  /** In display order. */
  categories: Category[]
  certifications: Entry[]
  taskTypes: Entry[]
  membershipTypes: DemoMembershipTypes
  /** The accounts that documents post to. */
  accounts: DemoAccounts
  /** Types of relationships by purpose. */
  parent: number
  spouse: number
  sibling: number
  employer: number
  supervisor: number
  volunteerCoordinator: number
  parentOrganization: number
  accountManager: number
  customFields: DemoFields
}

export interface DemoAccounts {
  receivable: number
  undeposited: number
  dues: number
}

const findAccounts = async (client: pg.Client, tenantId: number): Promise<DemoAccounts> => {
  const { rows } = await client.query<{ id: number; role: string }>(
    'SELECT id, system_role AS role FROM account WHERE tenant_id = $1 AND system_role IS NOT NULL',
    [tenantId],
  )
  const idOf = (role: string): number => {
    const found = rows.find((row) => row.role === role)
    if (!found) throw new Error(`The tenant has no account "${role}"`)
    return found.id
  }
  return { receivable: idOf('receivable'), undeposited: idOf('undeposited-funds'), dues: idOf('membership-income') }
}

/** Uses existing entries of the tenant and creates the others. */
export const findLookups = async (client: pg.Client, tenantId: number): Promise<Lookups> => {
  const named = (sql: string, names: string[]) => findNamed(client, tenantId, sql, names)
  return {
    roleTypes: await named('contact_role_type (tenant_id, name) SELECT $1, n', ROLE_TYPES),
    tags: await named('tag (tenant_id, name, name_key) SELECT $1, n, lower(n)', TAGS),
    groups: await findGroups(client, tenantId),
    categories: await findCategories(client, tenantId),
    certifications: await named(
      'certification (tenant_id, name, required_amount, expires_in_months) SELECT $1, n, 20, 24',
      CERTIFICATIONS,
    ),
    taskTypes: await findTaskTypes(client, tenantId),
    membershipTypes: await findMembershipTypes(client, tenantId),
    accounts: await findAccounts(client, tenantId),
    parent: await findRelationship(client, tenantId, ['family', 1, 'Parent', 'Child']),
    spouse: await findRelationship(client, tenantId, ['family', 1, 'Spouse', 'Spouse']),
    sibling: await findRelationship(client, tenantId, ['family', 1, 'Sibling', 'Sibling']),
    employer: await findRelationship(client, tenantId, [null, 2, 'Employer', 'Employee']),
    supervisor: await findRelationship(client, tenantId, [null, 1, 'Supervisor', 'Direct report']),
    volunteerCoordinator: await findRelationship(client, tenantId, [null, 1, 'Volunteer coordinator', 'Volunteer']),
    parentOrganization: await findRelationship(client, tenantId, ['hierarchy', 2, 'Parent', 'Subsidiary']),
    accountManager: await findRelationship(client, tenantId, ['staff', 3, 'Account manager', 'Account']),
    customFields: await ensureCustomFields(client, tenantId),
  }
}

const ROLE_TYPES = ['Employee', 'Director', 'Board member', 'Owner', 'Volunteer', 'Billing contact']
const TAGS = ['Speaker', 'Sponsor', 'Volunteer', 'Press', 'Alumni', 'Mentor', 'Newsletter', 'VIP', 'Board', 'Donor']
/** Groups by category. */
const GROUPS = {
  Mailings: ['Newsletter', 'Annual meeting', 'Donors'],
  Committees: ['Young professionals', 'Committee on education'],
  Partners: ['Suppliers'],
}
const CERTIFICATIONS = ['First aid', 'Accredited mediator', 'Safety officer', 'Data protection officer']
const CATEGORIES: [typeId: number, list: string, items: string[]][] = [
  [1, 'Industry', ['Construction', 'Food', 'Manufacturing', 'Media', 'Services', 'Technology', 'Transport']],
  [2, 'Field of work', ['Architecture', 'Education', 'Engineering', 'Finance', 'Health', 'Law']],
]

/** Inserts the missing entries of a value list and returns the requested ones in their order. */
const findNamed = async (
  client: pg.Client,
  tenantId: number,
  sql: string,
  names: readonly string[],
): Promise<Entry[]> => {
  await client.query(`INSERT INTO ${sql} FROM unnest($2::text[]) n ON CONFLICT DO NOTHING`, [tenantId, names])
  const table = sql.split(' ')[0]
  const { rows } = await client.query<Entry>(
    `SELECT t.id, t.name FROM ${table} t JOIN unnest($2::text[]) WITH ORDINALITY w(n, position) ON lower(w.n) = lower(t.name)
     WHERE t.tenant_id = $1 ORDER BY w.position`,
    [tenantId, names],
  )
  return rows
}

/** The built-in task types, which every tenant has. */
const findTaskTypes = async (client: pg.Client, tenantId: number): Promise<Entry[]> => {
  const { rows } = await client.query<Entry>(
    'SELECT id, name FROM task_type WHERE tenant_id = $1 AND is_system ORDER BY kind_id',
    [tenantId],
  )
  return rows
}

const findGroups = async (client: pg.Client, tenantId: number): Promise<Entry[]> => {
  const names = Object.values(GROUPS).flat()
  await client.query(
    `INSERT INTO contact_group (tenant_id, name, description, is_member_viewable)
     SELECT $1, n, 'Made for the demonstration', true FROM unnest($2::text[]) n
     WHERE NOT EXISTS (SELECT FROM contact_group g
       WHERE g.tenant_id = $1 AND lower(g.name) = lower(n) AND g.deleted_at IS NULL)`,
    [tenantId, names],
  )
  await fileGroups(client, tenantId)
  const { rows } = await client.query<Entry>(
    `SELECT g.id, g.name FROM contact_group g JOIN unnest($2::text[]) n ON lower(n) = lower(g.name)
     WHERE g.tenant_id = $1 AND g.deleted_at IS NULL ORDER BY n COLLATE "C"`,
    [tenantId, names],
  )
  return rows
}

/** Under categories of any contact (list type 3). */
const fileGroups = async (client: pg.Client, tenantId: number): Promise<void> => {
  await makeCategories(client, tenantId, 3, 'Subjects of groups', Object.keys(GROUPS))
  for (const [category, names] of Object.entries(GROUPS))
    await client.query(
      `INSERT INTO contact_group_category (tenant_id, group_id, item_id)
       SELECT $1, g.id, i.id FROM contact_group g, category_item i
       JOIN category_list l ON l.tenant_id = i.tenant_id AND l.id = i.list_id AND l.type_id = 3
       WHERE g.tenant_id = $1 AND g.name = ANY($2) AND g.deleted_at IS NULL AND i.tenant_id = $1 AND i.name = $3
       ON CONFLICT DO NOTHING`,
      [tenantId, names, category],
    )
}

const findCategories = async (client: pg.Client, tenantId: number): Promise<Category[]> => {
  for (const [typeId, list, items] of CATEGORIES) await makeCategories(client, tenantId, typeId, list, items)
  const { rows } = await client.query<Category>(
    `SELECT i.id, i.name, l.type_id AS "contactTypeId" FROM category_item i
     JOIN category_list l ON l.tenant_id = i.tenant_id AND l.id = i.list_id
     WHERE i.tenant_id = $1 AND l.name = ANY($2) AND l.type_id IN (1, 2)
     ORDER BY i.display_order, i.name COLLATE "C", i.id`,
    [tenantId, CATEGORIES.map(([, list]) => list)],
  )
  // An organization (contact type 2) has categories of list type 1, an individual (contact type 1) of list type 2.
  return rows.map((row) => ({ ...row, contactTypeId: row.contactTypeId === 1 ? 2 : 1 }))
}

const makeCategories = async (
  client: pg.Client,
  tenantId: number,
  typeId: number,
  list: string,
  items: string[],
): Promise<void> => {
  await client.query(
    `INSERT INTO category_list (tenant_id, type_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [tenantId, typeId, list],
  )
  await client.query(
    `INSERT INTO category_item (tenant_id, list_id, name, display_order)
     SELECT $1, l.id, n, w.position FROM category_list l, unnest($4::text[]) WITH ORDINALITY w(n, position)
     WHERE l.tenant_id = $1 AND l.type_id = $2 AND l.name = $3 ON CONFLICT DO NOTHING`,
    [tenantId, typeId, list, items],
  )
}

type WantedRelationship = [purpose: string | null, systemTypeId: number, name: string, reverseName: string]

const findRelationship = async (client: pg.Client, tenantId: number, wanted: WantedRelationship): Promise<number> => {
  const [purpose, systemTypeId, , reverseName] = wanted
  const isSymmetric = wanted[2] === reverseName
  const find = async () => {
    const { rows } = await client.query<{ id: number }>(
      `SELECT id FROM contact_relationship_type WHERE tenant_id = $1 AND purpose IS NOT DISTINCT FROM $2
       AND system_type_id = $3 AND (name = reverse_name) = $4 AND ($2::text IS NOT NULL OR name = $5)
       ORDER BY (name = $5) DESC, id LIMIT 1`,
      [tenantId, purpose, systemTypeId, isSymmetric, wanted[2]],
    )
    return rows[0]?.id
  }
  const found = await find()
  if (found !== undefined) return found
  await client.query(
    `INSERT INTO contact_relationship_type (tenant_id, purpose, system_type_id, name, reverse_name, is_system)
     VALUES ($1, $2, $3, $4, $5, true) ON CONFLICT DO NOTHING`,
    [tenantId, ...wanted],
  )
  const made = await find()
  if (made === undefined) throw new Error(`The tenant has no type of relationship for "${wanted[2]}"`)
  return made
}
