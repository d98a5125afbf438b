import type { VersionedRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import { personSql, personSummarySql } from './persons.sql.ts'

/** Reads an individual as it is edited (Person in the contract); null if it does not exist. */
export const readPerson = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(personSql(scope, contactId)))[0] ?? null

/** Reads an individual's card (PersonSummary in the contract); null if it does not exist. */
export const readPersonSummary = async (scope: Scope, contactId: number): Promise<VersionedRow | null> =>
  (await scope.db.rows<VersionedRow>(personSummarySql(scope, contactId)))[0] ?? null
