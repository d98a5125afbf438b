import pg from 'pg'
import { reportSystemConnection } from '../tenancy/access-scope.ts'
import { statementNames } from './statement-names.ts'

/**
 * The pool of the system role. It reports the connection of a transaction of Prisma to its work, and gives a transaction no
 * connection of an older generation of statement names, so that it can be repeated after a migration.
 */
export class SystemPool extends pg.Pool {
  readonly #generations = new WeakMap<pg.PoolClient, number>()

  // Prisma's adapter and the product use the form with a promise, `query` of the pool that with a callback.
  override connect = ((callback?: (error: Error | undefined) => void) =>
    callback
      ? (pg.Pool.prototype.connect as (callback: unknown) => void).call(this, callback)
      : this.#checkOut()) as pg.Pool['connect']

  async #checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await (pg.Pool.prototype.connect as () => Promise<pg.PoolClient>).call(this)
      const known = this.#generations.get(client)
      if (known === undefined) this.#generations.set(client, statementNames.generation)
      if (known === undefined || known === statementNames.generation) {
        reportSystemConnection(client)
        return client
      }
      client.release(true)
    }
  }
}
