import { readFileSync } from 'node:fs'
import { commonJsNames } from './commonjs-names.mjs'

/**
 * The packages that are not bundled: those with machine code or files of their own, and those that instrumentation has to find.
 * `dist/package.json` installs them. docs/decisions/0002-dependencies.md has the reason of each.
 */
export const OUTSIDE_PACKAGES = JSON.parse(readFileSync(new URL('outside-packages.json', import.meta.url), 'utf8'))

/** Packages in CommonJS expect these names. */
const COMMON_JS = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname`

/**
 * Bundles programs into the folder `dist`. A start opens a few files instead of some thousands, and loads what only some
 * commands need when they need it. The packages of `OUTSIDE_PACKAGES` stay apart.
 * @param {string} root the folder of package.json
 * @param {string[]} entryPoints the programs, relative to it
 * @returns {Promise<import('esbuild').Metafile>}
 */
export const bundle = async (root, entryPoints) => {
  const [{ build, stop }, { lazyParameters }] = await Promise.all([
    import('esbuild'),
    import('../prisma-parameters/plugin.mjs'),
  ])
  try {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints,
      outdir: 'dist',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: OUTSIDE_PACKAGES,
      banner: { js: COMMON_JS },
      plugins: [commonJsNames(), lazyParameters()],
      // A source with one letter beyond Latin-1 takes twice the memory; comments contain them.
      minifyWhitespace: true,
      lineLimit: 200,
      legalComments: 'linked',
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'error',
    })
    return metafile
  } finally {
    // It is a process of its own. `npm start` becomes the server, and would keep it and its memory.
    await stop()
  }
}
