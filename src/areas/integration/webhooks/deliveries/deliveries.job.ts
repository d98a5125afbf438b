import { setTimeout } from 'node:timers/promises'
import type { Sealer } from '#kernel/crypto/seal'
import type { Loop } from '#kernel/jobs/worker'
import type { WorkContext } from '#kernel/outbox/deliver'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { Outbound } from '#services/outbound/outbound'
import { openSecrets } from '../secrets.model.ts'
import { type ClaimedDelivery, claimDeliveriesSql, type Lanes, renewClaimsSql } from './claims.sql.ts'
import { makeMessageId } from './deliveries.model.ts'
import { settleDelivery } from './deliveries.service.ts'
import { callReceiver, type Outcome } from './receiver.adapter.ts'

export interface SenderTools {
  outbound: Outbound
  sealer: Sealer
}

/** Deliveries under way at once in one worker. */
const MAX_UNDER_WAY: Lanes = { well: 48, unwell: 24 }
/** Between two polls while no delivery is due. */
const IDLE_MS = 200
/** Between two polls while deliveries start and end, so that one poll serves several. */
const BUSY_MS = 10
/** Between two renewals of the claims. */
const RENEW_MS = 2000
/**
 * Polls are slow if thousands of webhooks have waiting deliveries. An idle worker then waits a multiple of their duration.
 * A single slow poll, such as the first one of a process, has no effect.
 */
const IDLE_PER_POLL = 10
const MAX_PAUSE_MS = 15_000

/**
 * Sends the due deliveries, alongside the jobs: a slow receiver delays no job and no request.
 */
export const webhookSender =
  (tools: SenderTools): Loop =>
  (context) => {
    const sender = new Sender(context, tools)
    const running = sender.run()
    return {
      stop: () => {
        sender.stop()
        return running
      },
    }
  }

class Sender {
  readonly #context: WorkContext
  readonly #tools: SenderTools
  readonly #busy: Lanes = { well: 0, unwell: 0 }
  readonly #underWay = new Map<ClaimedDelivery, Promise<void>>()
  readonly #stopping = new AbortController()
  /** Whether a delivery has ended since the last wait. */
  #hasNews = false
  #wake = new AbortController()

  constructor(context: WorkContext, tools: SenderTools) {
    this.#context = context
    this.#tools = tools
  }

  stop(): void {
    this.#stopping.abort()
    this.#wake.abort()
  }

  /** Runs until stop is called, then waits for the deliveries under way. */
  async run(): Promise<void> {
    const renewing = setInterval(() => this.#renew(), RENEW_MS)
    let pause = IDLE_MS
    let lastDuration = 0
    while (!this.#stopping.signal.aborted) {
      try {
        const started = performance.now()
        const claimed = await this.#claim()
        const duration = performance.now() - started
        const idle = Math.max(IDLE_MS, IDLE_PER_POLL * Math.min(duration, lastDuration))
        lastDuration = duration
        pause = IDLE_MS
        await this.#wait(claimed > 0 ? Math.max(BUSY_MS, duration) : idle)
      } catch (error) {
        this.#context.log.error({ err: error }, 'claiming webhook deliveries failed and will be retried')
        pause = Math.min(pause * 2, MAX_PAUSE_MS)
        await this.#wait(pause)
      }
    }
    await Promise.all(this.#underWay.values())
    clearInterval(renewing)
  }

  #renew(): void {
    const claimed = [...this.#underWay.keys()]
    if (claimed.length === 0) return
    const { database, clock, log } = this.#context
    withRows(database.system)
      .rows(renewClaimsSql(claimed, clock.now()))
      .catch((error) => log.error({ err: error }, 'renewing the claims of webhook deliveries failed'))
  }

  async #claim(): Promise<number> {
    const free = { well: MAX_UNDER_WAY.well - this.#busy.well, unwell: MAX_UNDER_WAY.unwell - this.#busy.unwell }
    if (free.well + free.unwell === 0) return 0
    const { database, clock } = this.#context
    const claimed = await withRows(database.system).rows<ClaimedDelivery>(claimDeliveriesSql(free, clock.now()))
    for (const delivery of claimed) this.#start(delivery)
    return claimed.length
  }

  #start(claimed: ClaimedDelivery): void {
    const lane = claimed.isUnwell ? 'unwell' : 'well'
    this.#busy[lane]++
    const work = this.#deliver(claimed)
      // After an error the claim expires, and the delivery is claimed again.
      .catch((error) => this.#context.log.error({ err: error, delivery: claimed.id }, 'a webhook delivery failed'))
      .finally(() => {
        this.#busy[lane]--
        this.#underWay.delete(claimed)
        this.#hasNews = true
        this.#wake.abort()
      })
    this.#underWay.set(claimed, work)
  }

  async #deliver(claimed: ClaimedDelivery): Promise<void> {
    const { tenantId, id, webhookId } = claimed
    const at = this.#context.clock.now()
    const started = performance.now()
    const outcome = await this.#call(claimed, at)
    const durationMs = Math.round(performance.now() - started)
    await settleDelivery(this.#context, { claimed, outcome, at, durationMs })
    const { isSuccess, statusCode } = outcome
    this.#context.log.debug(
      { tenant: tenantId, webhook: webhookId, delivery: id, isSuccess, statusCode },
      'webhook sent',
    )
  }

  /**
   * Calls the receiver. An error of this server counts as a failure too, else the delivery would be retried every few
   * seconds forever.
   */
  async #call({ tenantId, id, webhookId, url, body, secrets: sealed }: ClaimedDelivery, at: Date): Promise<Outcome> {
    const { outbound, sealer } = this.#tools
    try {
      const secrets = openSecrets(sealer, tenantId, webhookId, sealed)
      return await callReceiver(outbound, { url, id: makeMessageId({ tenantId, id }), body, secrets }, at)
    } catch (error) {
      this.#context.log.error({ err: error, webhook: webhookId, delivery: id }, 'a webhook could not be sent')
      return { isSuccess: false, statusCode: null, error: 'The server failed.', answer: null, retryAfter: 0 }
    }
  }

  /** Ends early if a delivery ends: the worker can then start another one, perhaps the next of the same receiver. */
  async #wait(ms: number): Promise<void> {
    if (!this.#hasNews) {
      this.#wake = new AbortController()
      await setTimeout(ms, undefined, { signal: this.#wake.signal }).catch(() => undefined)
    }
    if (!this.#hasNews) return
    this.#hasNews = false
    await setTimeout(BUSY_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}
