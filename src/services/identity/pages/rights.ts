import { ADMIN_SCOPE, PLATFORM_SCOPE, SELF_SCOPE } from '#kernel/contract/scopes'

/** What steps of workflows do by themselves, with the scope that each requires (step.model.ts of the workflows). */
const AUTOMATED = [
  ['mail:write', 'write mail'],
  ['tasks:write', 'create tasks'],
  ['groups:write', 'change groups'],
  ['contacts:write', 'add tags'],
] as const

/** Describes scopes in words: one line per area, and one for what workflows can do by themselves. */
export const rightsInWords = (scopes: readonly string[]): string[] => {
  const broad = [
    ...(scopes.includes(SELF_SCOPE)
      ? ['See and use what you can as a member, for yourself and for those that you can act for']
      : []),
    ...(scopes.includes(PLATFORM_SCOPE) ? ['Manage this installation and all of its organizations'] : []),
    ...(scopes.includes(ADMIN_SCOPE) ? ['Everything that you can do yourself'] : []),
  ]
  if (broad.length > 0) return broad
  const areas = new Map<string, Set<string>>()
  for (const scope of scopes) {
    const [area = '', right = ''] = scope.split(':')
    areas.set(area, (areas.get(area) ?? new Set()).add(right))
  }
  return [
    ...[...areas].map(([area, rights]) => `${inWords(area)}: ${verbs(rights)}`),
    ...(scopes.includes('workflows:write') ? [automated(scopes)] : []),
  ]
}

/**
 * Describes what an application can do by workflows, whose steps are done later and for many contacts, also when the
 * user has left.
 */
const automated = (scopes: readonly string[]): string => {
  const can = AUTOMATED.filter(([scope]) => scopes.includes(scope)).map(([, what]) => what)
  if (can.length === 0) return 'Automatic steps of workflows: only waiting and branching'
  return `Automatic steps of workflows, for any number of contacts: ${can.join(', ')}`
}

const inWords = (area: string): string => area.charAt(0).toUpperCase() + area.slice(1).replaceAll('-', ' ')

const verbs = (rights: ReadonlySet<string>): string => {
  if (rights.size > 1) return 'see and change'
  return rights.has('write') ? 'change' : 'see'
}
