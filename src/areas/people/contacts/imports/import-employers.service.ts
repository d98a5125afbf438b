import { NO_VALUES } from '#areas/people/custom-fields/values/values.service'
import type { DriverTransaction } from '#kernel/tenancy/driver-transaction'
import type { Scope } from '#kernel/tenancy/scope'
import { makeOrganizationNameForm } from '../duplicates/duplicates.model.ts'
import { type ContactDraft, draftOf } from '../records/records.model.ts'
import { createContacts } from './imports.service.ts'
import { bareOrganizationsSql, organizationsByNameSql } from './imports.sql.ts'

/** The organizations of names, by their keys (makeEmployerKey). */
export interface Employers {
  ids: ReadonlyMap<string, number>
  /** The keys of those that were created. */
  created: readonly string[]
}

/** Returns the key by which the name of an organization is compared, as by the search for duplicates. */
export const makeEmployerKey = (name: string): string => makeOrganizationNameForm(name) ?? name

/** Finds organizations by their names, and creates those that do not exist. Of several with one name, the oldest. */
export const ensureEmployers = async (
  scope: Scope,
  tx: DriverTransaction,
  names: readonly string[],
): Promise<Employers> => {
  const wanted = new Map(names.map((name) => [makeEmployerKey(name), name]))
  if (wanted.size === 0) return { ids: new Map(), created: [] }
  const query = organizationsByNameSql(scope.db.tenantId, [...wanted.keys()])
  const found = await tx.rows<{ key: string; id: number }>(query)
  const ids = new Map(found.map(({ key, id }) => [key, id]))
  const missing = [...wanted].filter(([key]) => !ids.has(key))
  // Forced: two names with one key are one organization, and no email can be that of another.
  const contacts = missing.map(([, name]) => ({
    systemTypeId: 2 as const,
    draft: draftOf({ organization_name: name }, true),
    values: NO_VALUES,
  }))
  const results = await createContacts(scope, tx, contacts)
  const created = missing.flatMap(([key], at) => {
    const result = results[at]
    if (!result || !('contactId' in result)) return []
    ids.set(key, result.contactId)
    return [key]
  })
  return { ids, created }
}

/** Finds organizations that an import has created as employers, and that nothing else is known of, by makeEmployerKey. */
export const findBareOrganizations = async (
  { db }: Pick<Scope, 'db'>,
  tx: DriverTransaction,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (names.length === 0) return new Map()
  const keys = [...new Set(names.map(makeEmployerKey))]
  const found = await tx.rows<{ key: string; id: number }>(bareOrganizationsSql(db.tenantId, keys))
  return new Map(found.map(({ key, id }) => [key, id]))
}

/** Adds a role at an organization to a draft. */
export const addEmployer = (draft: ContactDraft, organizationId: number): ContactDraft => ({
  ...draft,
  roles: [
    {
      pointer: '/OrganizationsAndRoles/0',
      id: 0,
      isDeleted: false,
      auditId: 0,
      isPrimaryContact: undefined,
      row: { organization_id: organizationId },
    },
  ],
})
