import { mayWrite } from '../contact-actions.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'

/** What this caller may do with a detail of a contact. */
export const detailActions = (scope: Scope): ('view' | 'edit' | 'delete')[] =>
  mayWrite(scope) ? ['view', 'edit', 'delete'] : ['view']
