import type { Params } from '#kernel/database/shape'
import { type Links, linkField } from '#kernel/listing/fields'
import type { ListField } from '#kernel/listing/listing'
import { register } from '#kernel/registers/register'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A fact of another area that the rows and cards of contacts show. */
export interface ContactFact {
  /** balance: what the contact owes, two decimals, 0.00 if nothing; openTaskCount: an integer; hasMembership: a boolean. */
  name: 'balance' | 'openTaskCount' | 'hasMembership'
  /** An expression over the contact's row `c`, never null, that reads by an index: rows are derived in each save. */
  sql: Sql
}

/** Each fact has one entry. */
export const contactFacts = register<ContactFact>('facts about contacts')

/** Returns the expression of a fact over the contact's row `c`. */
export const factSql = (name: ContactFact['name']): Sql =>
  only(contactFacts.entries(), (fact) => fact.name === name).sql

/** A list of another area in the documented organization. */
export interface ContactList {
  /** The field that contains it. */
  field: 'Projects' | 'Memberships' | 'ContactChapters'
  /** An expression over the contact's row `c`: a JSON array of what the caller may see. */
  json: (scope: Scope) => Sql
}

/** Each field has one entry. */
export const contactLists = register<ContactList>('lists of contacts')

/** Returns the expression of a list over the contact's row `c`, a JSON array. */
export const listOfContactSql = (field: ContactList['field'], scope: Scope): Sql =>
  only(contactLists.entries(), (list) => list.field === field).json(scope)

const only = <Entry>(entries: readonly Entry[], isMeant: (entry: Entry) => boolean): Entry => {
  const [found, ...others] = entries.filter(isMeant)
  if (!found || others.length > 0) throw new Error(`Contacts need one entry, not ${found ? others.length + 1 : 0}`)
  return found
}

/**
 * Whether records that are not over yet, such as a registration for a coming event, keep a contact from being deleted: for its
 * Actions. The entry's area declares the same records in its `*.uses.ts`.
 *
 * @param contactId an expression.
 */
export type DeletionBar = (values: Params<{ tenantId: number; now: Date }>, contactId: Sql) => Sql

export const deletionBars = register<DeletionBar>('bars to the deletion of contacts')

/** Links of contacts with the records of another area, which the contact list can filter by. */
export interface ContactLink {
  /** The name of the field, the id of the linked record: `GroupId`. */
  field: string
  /** What the linked record is, for messages: `group`. */
  noun: string
  /** The scope that a caller needs for the filter. */
  grant: string
  /** The links of the tenant: see linkField. They leave out the contacts that lists do not contain. */
  links: (tenantId: number) => Links
}

/** The links of other areas. */
export const contactLinks = register<ContactLink>('links of contacts')

/**
 * Returns fields of the contact list for what contacts are linked with. Records of other areas require the scopes of
 * these areas.
 */
export const buildContactLinkFields = (scope: Scope): Record<string, ListField> => {
  const { tenantId } = scope.db
  const own = (table: string, column: string) => () => ownLinks(tenantId, Prisma.raw(table), Prisma.raw(column))
  const ofOthers = contactLinks.entries().map(({ field, noun, grant, links }) => {
    const missing = hasGrant(scope, grant) ? undefined : grant
    return [field, linkField(() => links(tenantId), noun, missing)] as const
  })
  return {
    TagId: linkField(own('contact_tag', 'tag_id'), 'tag'),
    CategoryItemId: linkField(own('contact_category', 'item_id'), 'category'),
    ...Object.fromEntries(ofOthers),
  }
}

/** Returns links of contacts that lists contain. */
const ownLinks = (tenantId: number, table: Sql, column: Sql): Links => ({
  rows: Prisma.sql`${table} link JOIN contact linked ON linked.tenant_id = link.tenant_id
    AND linked.id = link.contact_id AND linked.deleted_at IS NULL AND NOT linked.is_unmatched`,
  isValue: Prisma.sql`link.tenant_id = ${tenantId}::integer`,
  id: Prisma.sql`link.contact_id`,
  key: Prisma.sql`link.${column}`,
})
