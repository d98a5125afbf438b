import type { Scope } from '#kernel/tenancy/scope'
import { mayWrite } from './contact-actions.ts'

/** What this caller may do with a detail of a contact. */
export const detailActions = (scope: Scope): ('view' | 'edit' | 'delete')[] =>
  mayWrite(scope) ? ['view', 'edit', 'delete'] : ['view']
