import { NO_VALUES } from '#areas/people/custom-fields/values/values.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { TenantDb } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { requireNoDuplicates } from '../duplicates/duplicates.service.ts'
import { type PreparedSave, prepareSave, runSave, type SaveRequest, type SaveResult } from './records.service.ts'

/** A saved contact: its version, and the response as JSON text. */
export interface SavedContact {
  auditId: number
  text: string
}

/**
 * Creates or changes a contact with its records, in one transaction: the whole request or nothing.
 *
 * @param response the statement of the response: one row whose first column is JSON text.
 * @throws 404, 409 stale-audit-id or possible-duplicate, 412, 422 unknown-reference, relationship-cycle or
 *   required-field.
 */
export const saveContact = async (
  scope: Scope,
  request: SaveRequest,
  response: (contactId: number) => Sql,
): Promise<SavedContact> => {
  const save = await prepareSave(scope, request)
  const saved = (await saveWithoutValues(scope, save, response)) ?? (await runInTransaction(scope, save, response))
  return { auditId: saved.auditId, text: String(Object.values(saved.response[0] ?? {})[0]) }
}

/** Tenants whose new contacts get values by default or must send some. Only a hint: both ways are right at any time. */
const withValuesToPlan = new WeakSet<TenantDb>()

/**
 * Saves a contact whose values need no plan: most new contacts have no values of custom fields. Then a check in the
 * insert replaces a statement that reads all the fields, and the transaction is one statement. Returns null, with
 * nothing written, if values have to be planned.
 */
const saveWithoutValues = async (
  scope: Scope,
  save: PreparedSave,
  response: (contactId: number) => Sql,
): Promise<SaveResult | null> => {
  if (save.contactId > 0 || save.draft.customFields.length > 0 || withValuesToPlan.has(scope.db)) return null
  const saved = await runInTransaction(scope, { ...save, values: NO_VALUES, guardsValues: true }, response)
  if (!saved.hasValuesToPlan) return saved
  withValuesToPlan.add(scope.db)
  return null
}

const runInTransaction = async (
  scope: Scope,
  save: PreparedSave,
  response: (contactId: number) => Sql,
): Promise<SaveResult> =>
  scope.db.transaction(
    async (tx) => {
      const runner = { tx, finish: (last: readonly Sql[]) => tx.commit(...last) }
      const saved = await runSave(scope, runner, save, response)
      requireNoDuplicates(scope, saved.candidates)
      return saved
    },
    { onDriver: true },
  )
