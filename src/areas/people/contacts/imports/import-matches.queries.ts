import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { findNicknameGroups } from '../candidates/name-similarity.model.ts'
import { makeNameForm, makeOrganizationNameForm } from '../duplicates/duplicates.model.ts'
import { accountMatchesSql, emailMatchesSql, idMatchesSql, type KeyMatch, type Party } from './imports.sql.ts'

export type { KeyMatch, Party }
export { findNicknameGroups, makeNameForm, makeOrganizationNameForm }

/** The kind of key by which contacts are found. */
export type MatchKind = 'Email' | 'AccountNumber' | 'ContactId'

/** Finds the contacts that have these email keys, account numbers or ids, without deleted ones. */
export const findContactsByKey = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  kind: MatchKind,
  keys: readonly string[],
): Promise<KeyMatch[]> => {
  if (keys.length === 0) return []
  if (kind === 'ContactId') return tx.rows<KeyMatch>(idMatchesSql(db.tenantId, keys.map(Number)))
  return tx.rows<KeyMatch>((kind === 'Email' ? emailMatchesSql : accountMatchesSql)(db.tenantId, keys))
}
