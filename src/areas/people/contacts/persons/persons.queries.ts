import type { Scope } from '#kernel/tenancy/scope'
import { personSql, personSummarySql } from './persons.sql.ts'

/** A contact as JSON text, with its version. */
export interface VersionedText {
  text: string
  auditId: number
}

/** Reads an individual as it is edited (Person in the contract); null if it does not exist. */
export const readPerson = async (scope: Scope, contactId: number): Promise<VersionedText | null> =>
  (await scope.db.rows<VersionedText>(personSql(scope, contactId)))[0] ?? null

/** Reads an individual's card (PersonSummary in the contract); null if it does not exist. */
export const readPersonSummary = async (scope: Scope, contactId: number): Promise<VersionedText | null> =>
  (await scope.db.rows<VersionedText>(personSummarySql(scope, contactId)))[0] ?? null
