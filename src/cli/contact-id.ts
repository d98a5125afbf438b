import { findMeantContact } from '#kernel/records/merged-contacts'
import type { Scope } from '#kernel/tenancy/scope'

/** The contact that an option means: operations of requests replace the ids of merged contacts by their winners as well. */
export const meantContact = <T extends number | undefined>({ db }: Scope, id: T): Promise<number | T> =>
  id === undefined ? Promise.resolve(id) : findMeantContact(db, db.tenantId, id)
