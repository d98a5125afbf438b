import type { AreaWalks } from './area-walks.ts'

declare global {
  interface ImportMeta {
    glob<Module>(pattern: string): Record<string, () => Promise<Module>>
  }
}

const files = import.meta.glob<{ walks: AreaWalks }>('../../areas/**/*.walks.ts')

/** By path, when they are loaded. */
const loaded = new Map<string, AreaWalks>()

/** Loads the files of all areas. Not when this module is loaded, because they import helpers of the walks, which import it. */
export const loadWalks = async (): Promise<void> => {
  if (loaded.size > 0) return
  const modules = await Promise.all(Object.entries(files).map(async ([path, load]) => [path, await load()] as const))
  for (const [path, { walks }] of modules) loaded.set(path, walks)
}

/** What the areas say to the walks. @param wing only those of this wing. */
export const allWalks = (wing = ''): AreaWalks[] => {
  if (loaded.size === 0) throw new Error('The files of the areas are not loaded. Call loadWalks first.')
  return [...loaded].flatMap(([path, walks]) => (path.includes(`/areas/${wing}`) ? [walks] : []))
}

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
