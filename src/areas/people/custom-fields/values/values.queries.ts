import type { RecordCustomField } from '#contract/people/contacts'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import { addFields, type Listing } from '#kernel/listing/listing'
import type { ListInput } from '#kernel/listing/request'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models, TenantDb } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import { type ContactValue, contactValueSql, recordFieldsSql } from './contact-value.sql.ts'
import { getFieldSet, LISTING_OBJECT_TYPES } from './fields.queries.ts'
import type { Reference } from './stored-values.model.ts'
import { buildCustomListFields, PREFIX } from './values.listing.ts'
import {
  existingReferencesSql,
  type FieldUse,
  fieldHasValuesSql,
  isOfDirectorySql,
  usedChoicesSql,
} from './values.sql.ts'

/**
 * Adds the custom fields of its records to a listing if the request uses any: one statement then, otherwise none.
 *
 * @param within a condition on the values `v`, if the list contains only some of the records that can have the fields.
 */
export const addCustomFields = async (
  db: TenantDb,
  listing: Listing,
  input: ListInput,
  objectTypes: readonly number[],
  within?: Sql,
): Promise<Listing> => {
  if (!usesCustomFields(input)) return listing
  const set = await getFieldSet(db, db.tenantId, { objectTypes, objectId: 0 })
  return addFields(listing, buildCustomListFields(db.tenantId, set, within))
}

/** Adds the same to the list of the listings of one directory: it has only the fields of this directory. */
export const addListingFields = async (
  db: TenantDb,
  listing: Listing,
  input: ListInput,
  directoryId: number,
): Promise<Listing> => {
  if (!usesCustomFields(input)) return listing
  const request = { objectTypes: LISTING_OBJECT_TYPES, objectId: 0, listing: { directoryId } }
  const set = await getFieldSet(db, db.tenantId, request)
  const ofDirectory = { ...set, fields: set.fields.filter(({ isForOtherType }) => !isForOtherType) }
  return addFields(listing, buildCustomListFields(db.tenantId, ofDirectory, isOfDirectorySql(directoryId)))
}

const usesCustomFields = ({ filter, orderBy }: ListInput): boolean =>
  [filter, orderBy].some((sent) => sent?.text.toLowerCase().includes(PREFIX.toLowerCase()))

/** Lists the custom fields of a record with its values, in their display order; object 0 has no values. */
export const listRecordFields = async (
  db: TenantDb,
  objectTypes: readonly number[],
  objectId: number,
): Promise<RecordCustomField[]> => {
  const statement = recordFieldsSql(db.tenantId, objectTypes, objectId)
  const [row] = await db.rows<{ fields: RecordCustomField[] }>(statement)
  return row?.fields ?? []
}

/** Returns a field with the value of a contact; contact 0 has none. 404 if the field or the contact does not exist. */
export const getContactValue = async ({ db }: Scope, fieldId: number, contactId: number): Promise<ContactValue> => {
  const [row] = await db.rows<ContactValue>(contactValueSql(db.tenantId, fieldId, contactId))
  if (!row) throw notFound('custom field')
  if (contactId !== 0 && !row.hasContact) throw notFound('contact')
  return row
}

/** Returns whether any record has a value for the field, or an order of an event has a response. */
export const hasFieldValues = async (runner: SqlRunner, tenantId: number, fieldId: number): Promise<boolean> => {
  const [row] = await runner.rows<FieldUse>(fieldHasValuesSql(tenantId, fieldId))
  return row?.hasValues === true
}

/** Finds those of the choices that are the value of a record, or a response. */
export const findUsedChoices = async (
  runner: SqlRunner,
  tenantId: number,
  fieldId: number,
  choiceIds: readonly number[],
): Promise<number[]> => {
  if (choiceIds.length === 0) return []
  const rows = await runner.rows<{ id: number }>(usedChoicesSql(tenantId, fieldId, choiceIds))
  return rows.map(({ id }) => id)
}

/**
 * Finds the references to records that do not exist: one statement, none without references.
 *
 * @param uploader the actor whose uploads can become values; null for any.
 */
export const findMissingReferences = async <R extends Reference>(
  runner: SqlRunner,
  tenantId: number,
  references: readonly R[],
  uploader: string | null,
): Promise<R[]> => {
  if (references.length === 0) return []
  const found = await runner.rows<Reference>(existingReferencesSql(tenantId, references, uploader))
  const known = new Set(found.map(({ kind, id }) => `${kind}:${id}`))
  return references.filter(({ kind, id }) => !known.has(`${kind}:${id}`))
}

/** The records that a field of a membership, of its contact or of its type belongs to. */
export interface ValueSubject {
  id: number
  contactId: number
  typeId: number
}

/** Finds the value of a number field of a membership; null if it has none. */
export const findNumberValue = async (
  { db: { tenantId } }: Scope,
  tx: Models,
  fieldId: number,
  { id, contactId, typeId }: ValueSubject,
): Promise<Prisma.Decimal | null> => {
  const field = await tx.customField.findFirst({ where: { tenantId, id: fieldId, deletedAt: null } })
  if (!field) return null
  const { objectTypeId } = field
  if (objectTypeId === OBJECT_TYPE.individual || objectTypeId === OBJECT_TYPE.organization) {
    const holder = { tenantId, id: contactId, systemTypeId: objectTypeId - 1 }
    if (!(await tx.contact.findFirst({ where: holder, select: { id: true } }))) return null
  }
  const objectId =
    objectTypeId === OBJECT_TYPE.membership ? id : objectTypeId === OBJECT_TYPE.membershipType ? typeId : contactId
  const value = await tx.customFieldValue.findFirst({ where: { tenantId, fieldId, objectId, ordinal: 0 } })
  return value?.numberValue ?? null
}
