import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository root: the nearest folder above with a package.json; the same from src/ and from dist/. */
export function packageRoot(): string {
  let at = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(at, 'package.json'))) {
    if (dirname(at) === at) throw new Error('No package.json lies above the program; it must stay in its package.')
    at = dirname(at)
  }
  return at
}
