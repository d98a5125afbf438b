import { documentedName } from '#services/tenant-log/documented-names'
import { DOCUMENTED } from './columns.model.ts'

/** Columns and lists whose documented name is not their own in another spelling. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(DOCUMENTED).map(([column, { field }]): [string, string] => [column, field]),
  ['system_type_id', 'SystemContactTypeId'],
  ['manual_status_id', 'ManualStatusTypeId'],
  ['places', 'PostalAddresses'],
  ['roles', 'OrganizationsAndRoles'],
  ['designations', 'ContactDesignations'],
])

/** Returns the name of a changed column or list of a contact, for its history and for the events of its changes. */
export const findChangedFieldName = (name: string): string => NAMES.get(name) ?? documentedName(name)
