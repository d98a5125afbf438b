import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import { OBJECT_TYPE } from '../custom-fields.model.ts'
import type { CountryName, Field, StoredValue } from './field.model.ts'
import { type FieldSetRequest, fieldSetSql } from './fields.sql.ts'

export type { FieldSetRequest }

/** A stored row with its field. */
export interface CurrentRow extends StoredValue {
  fieldId: number
}

/** The fields of a kind of record, and the data that their values are validated against. */
export interface FieldSet {
  fields: Field[]
  /** Empty if no field has a country as its value. */
  countries: CountryName[]
  /** IANA name of the zone in which the tenant's days begin. */
  timeZone: string
  /** The values that one record has for the fields. */
  current: CurrentRow[]
  /** Whether the record does not exist yet. */
  isNew: boolean
}

/** The object types whose fields contacts have. */
export const CONTACT_OBJECT_TYPES: readonly number[] = [
  OBJECT_TYPE.contact,
  OBJECT_TYPE.individual,
  OBJECT_TYPE.organization,
]

export const MEMBERSHIP_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.membership]

export const MEMBERSHIP_TYPE_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.membershipType]

/** The object types whose fields directory listings have. */
export const LISTING_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.directoryListing]

export const PROJECT_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.project]

/** The object types whose fields registrations for events have. */
export const REGISTRATION_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.registration]

export const EVENT_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.event]

export const STORE_ITEM_OBJECT_TYPES: readonly number[] = [OBJECT_TYPE.storeItem]

/** Returns the object types whose fields an individual (1) or an organization (2) has. */
export const listContactFieldTypes = (systemTypeId: 1 | 2): readonly number[] => [
  OBJECT_TYPE.contact,
  systemTypeId === 1 ? OBJECT_TYPE.individual : OBJECT_TYPE.organization,
]

/** Returns the fields that are neither deleted nor archived, in their display order, in one statement. */
export const getFieldSet = async (runner: SqlRunner, tenantId: number, request: FieldSetRequest): Promise<FieldSet> => {
  const [row] = await runner.rows<Omit<FieldSet, 'isNew'>>(fieldSetSql(tenantId, request))
  return { fields: [], countries: [], timeZone: 'UTC', current: [], ...row, isNew: request.objectId === 0 }
}

/** Returns the fields of all contacts, without values, for conditions (fieldConditionSql). */
export const getContactFieldSet = (runner: SqlRunner, { db }: Pick<Scope, 'db'>): Promise<FieldSet> =>
  getFieldSet(runner, db.tenantId, { objectTypes: CONTACT_OBJECT_TYPES, objectId: 0 })

/** Returns the fields of individuals (1) and of organizations (2), without values. */
export const getContactFieldSets = async (db: TenantDb): Promise<Record<1 | 2, FieldSet>> => ({
  1: await getFieldSet(db, db.tenantId, { objectTypes: listContactFieldTypes(1), objectId: 0 }),
  2: await getFieldSet(db, db.tenantId, { objectTypes: listContactFieldTypes(2), objectId: 0 }),
})
