import { ADMIN_SCOPE, PLATFORM_SCOPE } from '../scopes.ts'

/** Describes scopes in words: one line per area. */
export const rightsInWords = (scopes: readonly string[]): string[] => {
  const broad = [
    ...(scopes.includes(PLATFORM_SCOPE) ? ['Manage this installation and all of its organizations'] : []),
    ...(scopes.includes(ADMIN_SCOPE) ? ['Everything that you can do yourself'] : []),
  ]
  if (broad.length > 0) return broad
  const areas = new Map<string, Set<string>>()
  for (const scope of scopes) {
    const [area = '', right = ''] = scope.split(':')
    areas.set(area, (areas.get(area) ?? new Set()).add(right))
  }
  return [...areas].map(([area, rights]) => `${inWords(area)}: ${verbs(rights)}`)
}

const inWords = (area: string): string => area.charAt(0).toUpperCase() + area.slice(1).replaceAll('-', ' ')

const verbs = (rights: ReadonlySet<string>): string => {
  if (rights.size > 1) return 'see and change'
  return rights.has('write') ? 'change' : 'see'
}
