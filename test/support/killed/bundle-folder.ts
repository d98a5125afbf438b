import { join, resolve } from 'node:path'

/** The bundled programs of this run; below node_modules, because they import the packages that are not bundled. */
export const bundleFolder = join(
  resolve(import.meta.dirname, '../../..'),
  'node_modules/.cache/guildhall-tests',
  `${process.pid}`,
)
