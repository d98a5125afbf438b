// Starts a bundled program with the machine code that an earlier start has stored.
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { pathToFileURL } = require('node:url')
const { setFlagsFromString } = require('node:v8')
const { Script } = require('node:vm')

// The server sets it (limitHeapGrowth). Stored code is valid only with the flags of the process that stored it.
setFlagsFromString('--heap-growing-percent=60')

const code = __filename.replace(/cjs$/, 'code')
const stored = __filename.replace(/cjs$/, 'stored')
const parameters = ['require', 'module', 'exports', '__filename', '__dirname', 'bundleUrl']

const readStored = () => {
  try {
    return readFileSync(stored)
  } catch {
    return undefined
  }
}

const cachedData = readStored()
const script = new Script(`(function (${parameters}) {${readFileSync(code, 'latin1')}\n})`, {
  filename: __filename,
  ...(cachedData && { cachedData }),
})

let isStored = script.cachedDataRejected === false
const store = () => {
  if (isStored) return
  isStored = true
  const temporary = `${stored}.${process.pid}`
  writeFileSync(temporary, script.createCachedData())
  renameSync(temporary, stored)
}
process.once('exit', store)
// Programs that are killed do not exit.
setTimeout(store, 2000).unref()

const start = script.runInThisContext()
start(createRequire(__filename), module, module.exports, __filename, __dirname, pathToFileURL(__filename).href)
