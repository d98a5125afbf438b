import { readRow } from '#kernel/listing/list-rows'
import type { Scope } from '#kernel/tenancy/scope'
import { suppressionList } from './suppressions.listing.ts'

/** Reads a suppression as JSON text. @throws 404. */
export const readSuppression = (scope: Scope, id: number): Promise<string> =>
  readRow(scope.db, scope, suppressionList, id, 'suppression')
