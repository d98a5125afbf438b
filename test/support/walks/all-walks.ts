import type { AreaWalks } from './area-walks.ts'

declare global {
  interface ImportMeta {
    glob<Module>(pattern: string, options: { eager: true }): Record<string, Module>
  }
}

const files = import.meta.glob<{ walks: AreaWalks }>('../../areas/**/*.walks.ts', { eager: true })

/**
 * What the areas say to the walks. In a function, because these files import helpers of the walks, which import this one.
 *
 * @param wing only those of this wing.
 */
export const allWalks = (wing = ''): AreaWalks[] =>
  Object.entries(files).flatMap(([path, { walks }]) => (path.includes(`/areas/${wing}`) ? [walks] : []))

/** The folders of areas that have such a file: `people/groups`. */
export const areasWithWalks = (): Set<string> =>
  new Set(Object.keys(files).map((path) => /areas\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? ''))

type Entries<Part extends keyof AreaWalks> = Extract<NonNullable<AreaWalks[Part]>, Readonly<Record<string, unknown>>>

/** A part of all areas as one object. Throws if two areas have the same entry. */
export const partsOf = <
  Part extends
    | 'tables'
    | 'words'
    | 'before'
    | 'bodies'
    | 'lists'
    | 'parents'
    | 'noUses'
    | 'bounds'
    | 'otherDeletions'
    | 'delivered',
>(
  part: Part,
): Entries<Part> => {
  const joined = new Map<string, unknown>()
  for (const walks of allWalks())
    for (const [name, entry] of Object.entries(walks[part] ?? {})) {
      if (joined.has(name)) throw new Error(`Two files of areas have an entry for ${name} in ${part}`)
      joined.set(name, entry)
    }
  return Object.fromEntries(joined) as Entries<Part>
}
