import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg'
import type { ScriptAdapterFactory } from './script-adapter.ts'

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg')

/** The used part of a global of Node that neither its types nor those of ES2023 declare. */
declare const WebAssembly: {
  instantiate(binary: Uint8Array, imports: Record<string, object>): Promise<{ instance: { exports: Exports } }>
}
type Exports = Record<string, unknown> & { __wbindgen_start(): void }

let loading: Promise<Bindings> | undefined

/**
 * Runs `work` with Prisma's schema engine, the WebAssembly build from the package registry. Closes the adapter.
 * @param datamodels path and content of the .prisma files; applying migrations needs none
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

/** Node cannot import .wasm, so the glue code gets its module explicitly: 5 MB, loaded only if there is work. */
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

/** The engine waits ten seconds for its lock and never clears the timer, which would keep the process alive that long. */
function withFreeTimers(bindings: Bindings): object {
  const timers = Object.keys(bindings).filter((name) => name.startsWith('__wbg_setTimeout_'))
  const free = (call: () => void, pause: number) => setTimeout(call, pause).unref()
  return { ...bindings, ...Object.fromEntries(timers.map((name) => [name, free])) }
}

/** The engine calls this when it panics; without it the only reason is "unreachable". */
function reportPanics(): void {
  const set_message = (message: string) => {
    throw new Error(`Prisma's schema engine failed: ${message}`)
  }
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message } })
}
