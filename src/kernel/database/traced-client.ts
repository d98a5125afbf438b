import pg from 'pg'
import { failSpan, tracing } from '../tracing/tracing.ts'

const MAX_TEXT = 4000

/**
 * Returns the text of a statement; undefined for anything else, such as a COPY. It contains no values: those are
 * parameters.
 */
const textOf = (config: unknown): string | undefined => {
  if (typeof config === 'string') return config
  const { text, submit } = (config ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}

/**
 * A connection that records a span for each statement of a trace: semantic conventions for databases. Statements outside of a
 * trace, such as those of loops, are not recorded.
 */
export class TracedClient extends pg.Client {
  // pg.Client has a dozen overloads of query.
  override query = ((...parts: unknown[]): unknown => {
    const run = pg.Client.prototype.query as (...parts: unknown[]) => unknown
    const api = tracing()
    const text = textOf(parts[0])
    const parent = api?.spanOf(api.active())
    if (!api || text === undefined || !parent?.isRecording()) return run.apply(this, parts)
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, MAX_TEXT),
    }
    const span = api.tracer.startSpan(operation, { kind: api.kinds.CLIENT, attributes }, api.active())
    const end = (error?: unknown) => {
      if (error) failSpan(span, error)
      span.end()
    }
    const last = parts.at(-1)
    if (typeof last === 'function') {
      const callback = (error: unknown, result: unknown) => {
        end(error)
        ;(last as (error: unknown, result: unknown) => void)(error, result)
      }
      return run.apply(this, [...parts.slice(0, -1), callback])
    }
    const result = run.apply(this, parts)
    if (result instanceof Promise) result.then(() => end(), end)
    else end()
    return result
  }) as pg.Client['query']
}
