import { type Fault, findInCode, type SourceFile } from './sources.ts'

const MAX_CASTS = 5

/** At most five casts by way of unknown in src. */
export const checkCasts = (files: SourceFile[]): Fault[] => {
  const product = files.filter(({ path }) => path.startsWith('src/'))
  const faults = findInCode(product, /\bas\s+unknown\s+as\b/g, () => `"as unknown as": src has more than ${MAX_CASTS}`)
  return faults.length > MAX_CASTS ? faults : []
}
