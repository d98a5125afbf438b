import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Contact } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactEvents } from './contacts.events.ts'
import {
  addressesSql,
  changesSql,
  contactBalanceSql,
  countriesSql,
  emailsSql,
  partSql,
  websitesSql,
} from './contacts.sql.ts'
import type { CountryFacts } from './records/records.model.ts'

export const contactKind: RecordKind<Contact> = {
  entity: 'contact',
  table: 'contact',
  isSoftDeleted: true,
  events: contactEvents,
  find: (tx, key) => tx.contact.findFirst({ where: { ...key, deletedAt: null } }),
}

/** Contacts including deleted ones: for what restores them. */
export const anyContactKind: RecordKind<Contact> = {
  ...contactKind,
  isSoftDeleted: false,
  find: (tx, key) => tx.contact.findFirst({ where: key }),
}

/** The list comes with the migrations and is the same in every database, so it is read once per process. */
let countries: ReadonlyMap<number, CountryFacts> | undefined

/** Returns all countries by their ISO 3166-1 numeric code. @param runner the transaction of the caller, if it has one. */
export const findCountries = async (runner: SqlRunner): Promise<ReadonlyMap<number, CountryFacts>> => {
  if (countries) return countries
  const rows = await runner.rows<CountryFacts & { id: number }>(countriesSql)
  countries = new Map(rows.map(({ id, alpha2, name }) => [id, { alpha2, name }]))
  return countries
}

/**
 * Reads the change feed as JSON text: rows after a time, ordered by ModifiedDate and id. Rows of equal time are never
 * split. The function first determines up to which time no transaction can still commit a row.
 */
export const readChanges = async ({ db }: Scope, modifiedSince: Date, top: number): Promise<string> => {
  const [row] = await db.rows<{ json: string | null }>(changesSql({ modifiedSince: modifiedSince.toISOString(), top }))
  return row?.json ?? '[]'
}

/** Reads a list of a contact as JSON text; null if the contact does not exist. */
const readPart = async ({ db }: Scope, contactId: number, part: Sql): Promise<string | null> => {
  const [row] = await db.rows<{ json: string }>(partSql(db.tenantId, contactId, part))
  return row?.json ?? null
}

export const readWebsites = (scope: Scope, contactId: number) => readPart(scope, contactId, websitesSql)
export const readEmails = (scope: Scope, contactId: number) => readPart(scope, contactId, emailsSql)
export const readAddresses = (scope: Scope, contactId: number) => readPart(scope, contactId, addressesSql)

/** Reads what a contact owes, with two decimals. */
export const readBalance = async ({ db }: Scope, tx: SqlRunner, contactId: number): Promise<string> => {
  const [row] = await tx.rows<{ balance: string }>(contactBalanceSql(db.tenantId, contactId))
  return row?.balance ?? '0.00'
}

/** How a mail addresses a contact. */
export interface Recipient {
  name: string | null
  /** Null for organizations. */
  firstName: string | null
  /** The primary email; null if the contact has no email. */
  address: string | null
}

/** Returns how a mail addresses a contact; 404 if it does not exist or is deleted. */
export const getRecipient = async ({ db }: Scope, contactId: number): Promise<Recipient> => {
  const contact = await db.prisma.contact.findFirst({
    where: { tenantId: db.tenantId, id: contactId, deletedAt: null },
    select: { displayName: true, firstName: true, emailAddress: true },
  })
  if (!contact) throw notFound('contact')
  return { name: contact.displayName, firstName: contact.firstName, address: contact.emailAddress }
}
