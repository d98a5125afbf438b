import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type IdempotencyKey, Prisma } from '#prisma/client'
import { CONFIRM_MS, hasNoLife, LifeSign } from '../database/life-sign.ts'
import { conflict, Problem } from '../errors/problem.ts'
import type { Scope } from '../tenancy/scope.ts'

/** Hours for which the first response is repeated. */
const STORED_HOURS = 24
/** The time between two attempts to give claims back while the database is unavailable. */
const RETRY_MS = 500
/** Claims that are given back at the same time. */
const AT_ONCE = 10
/** Claims to give back that are remembered; each can contain a response. */
const MAX_UNSETTLED = 10_000

/** A key that another request has claimed before. `lost`: the change was made, but its response is lost. */
export interface StoredKey {
  fingerprint: string
  state: 'running' | 'lost' | 'answered'
  row: IdempotencyKey
}

export type StoredResponse = Pick<Prisma.IdempotencyKeyUpdateManyMutationInput, 'status' | 'headers' | 'body'>

/**
 * The claims of this process on Idempotency-Keys. A claim lives as long as its process, which an advisory lock proves
 * (LifeSign). It is given back after the request; if the database is unavailable then, as soon as it is back. A claim
 * of a process that has ended can be taken over. If that process was only cut off from the database, its transaction
 * cannot commit any more: `settle_idempotency_key` fails.
 */
export class IdempotencyClaims {
  readonly #processId = randomUUID()
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #sign: LifeSign
  readonly #unsettled = new Map<string, () => Promise<unknown>>()
  #opening: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined

  constructor(databaseUrl: string, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
    this.#sign = new LifeSign(databaseUrl, 'guildhall-life', (error) =>
      log.warn({ err: error }, 'the connection that proves that this process is alive was lost'),
    )
    this.#sign.add(this.#processId)
  }

  /**
   * Claims the key of a request, or returns the key as another request has left it.
   *
   * @throws 409 idempotency-running if other requests claim and release the key at the same time.
   */
  async take(scope: Scope, fingerprint: string): Promise<StoredKey | undefined> {
    await this.#open()
    const { claimId } = identify(scope)
    try {
      return await this.#claim(scope, fingerprint)
    } catch (error) {
      // The claim can have been stored although its response did not arrive.
      if (!(error instanceof Problem) && this.#unsettled.size < MAX_UNSETTLED)
        this.#settleLater(claimId, () => release(scope))
      throw error
    }
  }

  /** Stores the response of a request, and gives back its claim. */
  async storeResponse(scope: Scope, response: StoredResponse): Promise<void> {
    const { where, claimId } = identify(scope)
    await this.#settle(claimId, () =>
      scope.db.prisma.idempotencyKey.updateMany({
        where: { ...where, claimId },
        data: { state: 'answered', ...response },
      }),
    )
  }

  /** Gives back the claim of a refused request. Its response is stored only if the request made a change. */
  async storeRefusal(scope: Scope, response: StoredResponse): Promise<void> {
    const { where, claimId } = identify(scope)
    await this.#settle(claimId, () =>
      settleCommitted(scope, { where: { ...where, claimId }, data: { state: 'answered', ...response } }),
    )
  }

  /** Gives back the claim of a request whose response is not stored. If it made a change, its response is lost. */
  async release(scope: Scope): Promise<void> {
    await this.#settle(identify(scope).claimId, () => release(scope))
  }

  /** Makes a last attempt to give back claims. Others can take over the rest. */
  async close(): Promise<void> {
    clearTimeout(this.#retry)
    await Promise.all([...this.#unsettled.values()].map((work) => work().catch(() => undefined)))
    this.#unsettled.clear()
    await this.#sign.close()
  }

  /** Opens the claims, at the first request with a key. */
  #open(): Promise<void> {
    this.#opening ??= this.#sign.open().catch((error) => {
      this.#opening = undefined
      throw error
    })
    return this.#opening
  }

  async #claim(scope: Scope, fingerprint: string): Promise<StoredKey | undefined> {
    const { where, claimId } = identify(scope)
    const { idempotencyKey } = scope.db.prisma
    const now = scope.clock.now()
    const claimed = {
      fingerprint,
      state: 'running',
      claimedBy: this.#processId,
      claimedAt: now,
      claimId,
      missingSince: null,
      expiresAt: new Date(now.getTime() + STORED_HOURS * 3_600_000),
    }
    // A second round, if the key is released or taken over between two statements.
    for (let round = 1; round <= 2; round++) {
      const made = await idempotencyKey.createMany({ data: [{ ...where, ...claimed }], skipDuplicates: true })
      if (made.count === 1) return undefined
      const row = await idempotencyKey.findFirst({ where })
      if (!row) continue
      const state = row.expiresAt < now ? 'free' : await this.#stateOf(scope, row)
      if (state !== 'free') return { fingerprint: row.fingerprint, state, row }
      const taken = await idempotencyKey.updateMany({
        where: { ...where, claimId: row.claimId, state: row.state },
        data: { ...claimed, status: null, body: null },
      })
      if (taken.count === 1) return undefined
    }
    throw stillRunning()
  }

  async #stateOf(scope: Scope, row: IdempotencyKey): Promise<StoredKey['state'] | 'free'> {
    const { state, body } = row
    if (state === 'answered' || state === 'lost') return body === null ? 'lost' : 'answered'
    if (!(await this.#hasEnded(scope, row))) return 'running'
    return state === 'running' ? 'free' : 'lost'
  }

  /**
   * Returns whether the process of a claim has ended. False if that is unknown. When it was first found to be gone is
   * stored: a process that looks can be killed too, and then the next one does not wait from the beginning.
   */
  async #hasEnded({ db }: Scope, { claimedBy, ...row }: IdempotencyKey): Promise<boolean> {
    if (claimedBy === this.#processId) return false
    const isMissing = await this.#hasNoLife(claimedBy)
    if (isMissing) {
      const [seen] = await db.rows<{ ms: number }>(noteMissingSql(row))
      if (!seen) return false
      await pause(Math.max(0, CONFIRM_MS - seen.ms))
      if (await this.#hasNoLife(claimedBy)) return true
    }
    // It is alive: its connection was lost for a moment.
    if (isMissing || row.missingSince) await db.rows(noteAliveSql(row))
    return false
  }

  async #hasNoLife(processId: string): Promise<boolean> {
    const found = await this.#sign.client
      ?.query<{ isDead: boolean }>(`SELECT ${hasNoLife('$1::text')} AS "isDead"`, [processId])
      .catch(() => undefined)
    return found?.rows[0]?.isDead === true
  }

  /** Settles the claim of a request that has done its work: a failure here does not change its response. */
  async #settle(claimId: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#log.warn({ err: error }, 'an Idempotency-Key could not be settled; it is settled when the database is back')
      this.#settleLater(claimId, work)
    }
  }

  #settleLater(claimId: string, work: () => Promise<unknown>): void {
    this.#unsettled.set(claimId, work)
    this.#retry ??= this.#retryLater()
  }

  /** Settles again, some at a time: one that waits for a connection or a lock does not delay the others. */
  async #settleAgain(): Promise<void> {
    let hasFailed = false
    while (this.#unsettled.size > 0 && !hasFailed) {
      const next = [...this.#unsettled].slice(0, AT_ONCE)
      const settle = async ([claimId, work]: [string, () => Promise<unknown>]) => {
        this.#unsettled.delete(claimId)
        try {
          await work()
        } catch {
          hasFailed = true
          this.#unsettled.set(claimId, work)
        }
      }
      await Promise.all(next.map(settle))
    }
    this.#retry = hasFailed ? this.#retryLater() : undefined
  }

  #retryLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#settleAgain(), RETRY_MS).unref()
  }
}

const identify = ({ db, idempotency }: Scope) => {
  if (!idempotency) throw new Error('This request has no Idempotency-Key.')
  const { credential, key, claimId } = idempotency
  return { where: { tenantId: db.tenantId, credential, key }, claimId }
}

const release = async (scope: Scope): Promise<void> => {
  const { where, claimId } = identify(scope)
  await settleCommitted(scope, { where: { ...where, claimId }, data: { state: 'lost' } })
}

type StoredClaim = Pick<IdempotencyKey, 'tenantId' | 'credential' | 'key' | 'claimId'>

const isClaim = ({ tenantId, credential, key, claimId }: StoredClaim) => Prisma.sql`
  tenant_id = ${tenantId}::integer AND credential = ${credential}::text AND key = ${key}::text
    AND claim_id = ${claimId}::uuid`

/** Notes that the process of a claim is gone. Returns for how long that is known, by the clock of the database. */
const noteMissingSql = (claim: StoredClaim) => Prisma.sql`
  UPDATE idempotency_key SET missing_since = coalesce(missing_since, clock_timestamp()) WHERE ${isClaim(claim)}
  RETURNING (extract(epoch FROM clock_timestamp() - missing_since) * 1000)::float8 AS ms`

const noteAliveSql = (claim: StoredClaim) => Prisma.sql`
  UPDATE idempotency_key SET missing_since = NULL WHERE ${isClaim(claim)} AND missing_since IS NOT NULL`

interface Settlement {
  where: Prisma.IdempotencyKeyWhereInput
  data: Prisma.IdempotencyKeyUpdateManyMutationInput
}

/**
 * Deletes the claim of a request that made no change, else updates it. The second statement waits for a transaction of the
 * request that is still committing.
 */
const settleCommitted = async ({ db }: Scope, { where, data }: Settlement): Promise<void> => {
  const { idempotencyKey } = db.prisma
  await idempotencyKey.deleteMany({ where: { ...where, state: 'running' } })
  await idempotencyKey.updateMany({ where: { ...where, state: 'committed' }, data })
}

export const stillRunning = () =>
  conflict(
    'idempotency-running',
    'The first request with this Idempotency-Key is still running. Try again in a moment.',
  )
