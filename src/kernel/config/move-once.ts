import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'

/**
 * Moves a complete file to a path unless that path exists, and returns the content of the path: if several processes do
 * this at once, the first wins and all read the same. Both paths are in the same directory.
 */
export const moveOnce = (candidate: string, path: string): string => {
  try {
    linkSync(candidate, path)
  } catch (error) {
    // Some file systems have no hard links. There a rename is used, and the last of several processes wins.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(candidate, path)
  } finally {
    rmSync(candidate, { force: true })
  }
  return readFileSync(path, 'utf8')
}
