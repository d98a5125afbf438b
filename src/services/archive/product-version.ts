import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the version of the product, from the nearest package.json above that is ours. */
export const productVersion = (): string => {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const path = join(at, 'package.json')
    const found = existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as { name?: string; version?: string })
      : {}
    if (found.name === 'guildhall') return found.version ?? 'unknown'
    if (dirname(at) === at) return 'unknown'
  }
}
