import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the repository root: the nearest folder above that contains prisma/migrations, from src/ and from dist/. */
export function packageRoot(): string {
  let at = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(at, 'prisma', 'migrations'))) {
    if (dirname(at) === at)
      throw new Error('No folder above the program contains prisma/migrations. Restore the package.')
    at = dirname(at)
  }
  return at
}
