import type { SqlRunner } from '#kernel/database/sql-runner'
import type { Scope } from '#kernel/tenancy/scope'
import { readRecords } from '../records/records.queries.ts'
import {
  type AddressState,
  type ContactParts,
  type InfoState,
  NAME_COLUMNS,
  type Names,
  sharedParts,
} from './contact-states.model.ts'

export type { AddressState, ContactParts, InfoState, Names }
export { NAME_COLUMNS }

/** A contact with the parts that can be synchronized. */
export interface SharedContact extends ContactParts {
  contactId: number
  systemTypeId: 1 | 2
}

/** Reads contacts for other tenants, by id; deleted ones included. */
export const readSharedContacts = async (
  scope: Pick<Scope, 'db'>,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<SharedContact[]> =>
  (await readRecords(tx, scope, ids)).map((records) => ({
    contactId: records.id,
    systemTypeId: records.entered.system_type_id,
    ...sharedParts(records),
  }))
