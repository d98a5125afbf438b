import pg from 'pg'

/** When a process kills itself, as in a power failure. */
export interface Death {
  /** The number of the statement at which the process kills itself; null: never. */
  statement: number | null
  /** Whether the statement is sent first. */
  isSent: boolean
}

/** Makes this process kill itself at one of its next statements. */
export const dieAt = ({ statement, isSent }: Death): void => {
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  let count = 0
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    const isLast = ++count === statement
    if (isLast && !isSent) process.kill(process.pid, 'SIGKILL')
    const result = query.apply(this, args)
    if (isLast) setImmediate(() => process.kill(process.pid, 'SIGKILL'))
    return result
  }
  Object.assign(pg.Client.prototype, { query: counting })
}
