import type { Scope } from '#kernel/tenancy/scope'
import { canWriteContacts } from '../contacts.sql.ts'

/** What this caller may do with a detail of a contact. */
export const detailActions = (scope: Scope): ('view' | 'edit' | 'delete')[] =>
  canWriteContacts(scope) ? ['view', 'edit', 'delete'] : ['view']
