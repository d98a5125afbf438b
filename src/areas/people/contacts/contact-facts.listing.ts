import type { Params } from '#kernel/database/shape'
import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** What the rows and cards of contacts show of another area. */
export interface ContactFact {
  /** balance: what the contact owes, two decimals, 0.00 if nothing; openTaskCount: an integer; hasMembership: a boolean. */
  name: 'balance' | 'openTaskCount' | 'hasMembership'
  /** An expression over the contact's row `c`, never null, that reads by an index: rows are derived in each save. */
  sql: Sql
}

/** Each fact has one entry. */
export const contactFacts = register<ContactFact>('facts about contacts')

/** The expression of a fact over the contact's row `c`. */
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

/** The expression of a list over the contact's row `c`, a JSON array. */
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
