import { MAX_ID } from '#kernel/database/ids'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import { referenceFault, unknownReferences } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
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
import { contactGroupsSql, contactMembershipsSql, organizationSql } from './organizations/organizations.sql.ts'
import { personSql, personSummarySql } from './persons/persons.sql.ts'
import type { CountryFacts } from './records/records.model.ts'

export const contactKind: RecordKind<Contact> = {
  entity: 'contact',
  table: 'contact',
  columns: null,
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

/** The name and address of a contact in a mail. */
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

export interface ContactReference {
  pointer: string
  contactId: number
}

/** Returns those of the contacts that are deleted. A read shows none of them, in no record that references them. */
export const findDeletedContacts = async (
  models: Models,
  tenantId: number,
  contactIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (contactIds.length === 0) return new Set()
  const where = { tenantId, id: { in: [...contactIds] }, deletedAt: { not: null } }
  return new Set((await models.contact.findMany({ where, select: { id: true } })).map(({ id }) => id))
}

/** Rejects references to contacts that do not exist or are deleted: 422 `unknown-reference` naming each field. */
export const requireContacts = async (
  { db }: Pick<Scope, 'db'>,
  tx: Models,
  references: readonly ContactReference[],
): Promise<void> => {
  const ids = [...new Set(references.map(({ contactId }) => contactId))].filter((id) => id > 0 && id <= MAX_ID)
  const where = { tenantId: db.tenantId, id: { in: ids }, deletedAt: null }
  const found = ids.length === 0 ? [] : await tx.contact.findMany({ where, select: { id: true } })
  const known = new Set(found.map(({ id }) => id))
  const missing = references.filter(({ contactId }) => !known.has(contactId))
  if (missing.length > 0) throw unknownReferences(missing.map(({ pointer }) => referenceFault(pointer, 'contact')))
}

/** Reads an individual as it is edited (Person in the contract); null if it does not exist. */
export const readPerson = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(personSql(scope, contactId)))[0] ?? null

/** Reads an individual's card (PersonSummary in the contract); null if it does not exist. */
export const readPersonSummary = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(personSummarySql(scope, contactId)))[0] ?? null

/** Reads an organization with all its lists (OrganizationGeneral in the contract); null if it does not exist. */
export const readOrganization = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(organizationSql(scope, contactId)))[0] ?? null

/** Reads the terms of membership of a contact as JSON text; null if it does not exist. */
export const readMemberships = async (scope: Scope, contactId: number): Promise<string | null> =>
  (await scope.db.rows<{ json: string }>(contactMembershipsSql(scope, contactId)))[0]?.json ?? null

/** Reads the groups of a contact (OrganizationGroups in the contract), with its version; null if it does not exist. */
export const readGroups = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(contactGroupsSql(scope.db.tenantId, contactId)))[0] ?? null
