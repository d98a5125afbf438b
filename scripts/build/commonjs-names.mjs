import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Marks the resolution by the bundler, so that it is not asked again. */
const RESOLVING = Symbol('resolving')

/** Statements of an ES module. Some packages have such files for bundlers only, with the extension of CommonJS. */
const ES_MODULE = /^(?:import|export)[\s{*"']/m

const isCommonJs = (path) => /\.c?js$/.test(path) && !ES_MODULE.test(readFileSync(path, 'utf8'))

/** A module with the exports of a module in CommonJS, as `import()` of Node.js has them. */
const withNames = async (path) => {
  const names = Object.keys(await import(pathToFileURL(path).href)).filter((name) => name !== 'default')
  const values = names.map((name, at) => `const value${at} = all[${JSON.stringify(name)}]`)
  const list = names.map((name, at) => `value${at} as ${JSON.stringify(name)}`)
  return [
    `const all = require(${JSON.stringify(path)})`,
    ...values,
    `export { all as default, ${list.join(', ')} }`,
  ].join('\n')
}

/**
 * Lets `import()` of a package in CommonJS have the names that it has in Node.js, which the sources run on. By itself the bundler
 * makes a module of the default export only, and a caller that takes a name gets undefined.
 * @returns {import('esbuild').Plugin}
 */
export const commonJsNames = () => ({
  name: 'commonjs-names',
  setup: (build) => {
    build.onResolve({ filter: /./ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === RESOLVING) return undefined
      const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: RESOLVING })
      const isOurs = !found.path.includes('node_modules')
      if (found.errors.length > 0 || found.external || isOurs || !isCommonJs(found.path)) return undefined
      return { path: found.path, namespace: 'commonjs-names' }
    })
    build.onLoad({ filter: /./, namespace: 'commonjs-names' }, async ({ path }) => ({
      contents: await withNames(path),
      loader: 'js',
      resolveDir: dirname(path),
    }))
  },
})
