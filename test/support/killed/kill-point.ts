import pg from 'pg'

/**
 * A process kills itself at one of its statements, as in a power failure: a point that does not depend on the machine's
 * speed.
 */
export interface KillPoint {
  /** The number of the statement at which the process kills itself. */
  statement: number
  /** Milliseconds after that statement is sent; null: before it is sent. */
  later: number | null
}

/** Chooses a random point: before, during or just after one of the first statements, commits included. */
export const randomKillPoint = (maxStatement: number): KillPoint => ({
  statement: 1 + Math.floor(Math.random() * maxStatement),
  later: Math.random() < 0.3 ? null : Math.random() * 4,
})

const die = () => process.kill(process.pid, 'SIGKILL')

/** Kills this process at a statement, counted from this call. */
export const dieAt = ({ statement, later }: KillPoint): void => {
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  let count = 0
  const counting = function (this: pg.Client, ...args: unknown[]): unknown {
    if (++count === statement) later === null ? die() : setTimeout(die, later)
    return query.apply(this, args)
  }
  Object.assign(pg.Client.prototype, { query: counting })
}
