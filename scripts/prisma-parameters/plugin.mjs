import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The function of Prisma's client that decodes the graph of parameters. */
const DECODER = /function (\w+)\((\w+)\)\{return new (\w+)\(\2\)\.deserialize\(\)\}/g

/**
 * Lets Prisma's client decode its graph of parameters node by node (read-graph.ts). For this schema the client decodes
 * half a million edges in each of two clients at the start, which take 80 MB, and uses a few of them.
 * @returns {import('esbuild').Plugin}
 */
export const lazyParameters = () => ({
  name: 'lazy-parameters',
  setup: (build) => {
    build.onLoad({ filter: /@prisma[\\/]client[\\/]runtime[\\/]client\.m?js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const found = [...text.matchAll(DECODER)]
      if (found.length !== 1)
        throw new Error(`${path} decodes its parameters otherwise than before. Correct scripts/prisma-parameters.`)
      const own = JSON.stringify(join(import.meta.dirname, 'read-graph.ts'))
      const contents = text.replace(DECODER, 'function $1($2){return readParameterGraph($2)}')
      const imported = path.endsWith('.mjs')
        ? `import { readGraph as readParameterGraph } from ${own};\n`
        : `const { readGraph: readParameterGraph } = require(${own});\n`
      return { contents: imported + contents, loader: 'js' }
    })
  },
})
