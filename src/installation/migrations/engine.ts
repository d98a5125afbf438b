import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { ScriptAdapterFactory } from './script-adapter.ts'

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

/** The little that is used here of a global which Node has and neither its types nor ES2023's name. */
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: Record<string, object>): Promise<{ instance: { exports: Exports } }>
}
type Exports = Record<string, unknown> & { __wbindgen_start(): void }

let loading: Promise<Bindings> | undefined

/**
 * Runs `work` with Prisma's schema engine, the WebAssembly build out of the package registry. Closes the adapter.
 * @param datamodels path and content of the .prisma files; none are needed to apply migrations
 */
export async function withEngine<T>(
  adapter: ScriptAdapterFactory,
  datamodels: [string, string][],
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  loading ??= load()
  const { SchemaEngine } = await loading
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined }
  try {
    const engine = await SchemaEngine.new(options, () => undefined, bindMigrationAwareSqlAdapterFactory(adapter))
    return await work(engine).finally(() => engine.free())
  } finally {
    await adapter.close()
  }
}

/** Node loads no .wasm by import, so the glue code gets its module by hand; 5 MB, and only when there is work. */
async function load(): Promise<Bindings> {
  reportPanics()
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const binary = await readFile(glue.replace(/\.js$/, '.wasm'))
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': withFreeTimers(bindings) })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings
}

/** The engine gives its lock ten seconds and never clears the timer, which would hold the process for that long. */
function withFreeTimers(bindings: Bindings): object {
  const timers = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'))
  const free = (call: () => void, pause: number) => setTimeout(call, pause).unref()
  return { ...bindings, ...Object.fromEntries(timers.map((name) => [name, free])) }
}

/** The engine looks here when it panics; without it, all that is left of the reason is "unreachable". */
function reportPanics(): void {
  const set_message = (message: string) => {
    throw new Error(`Prisma's schema engine failed: ${message}`)
  }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message } })
}
