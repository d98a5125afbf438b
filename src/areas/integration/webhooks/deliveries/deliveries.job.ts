import { setTimeout } from 'node:timers/promises'
import type { Sealer } from '#kernel/crypto/seal'
import type { Loop } from '#kernel/jobs/worker'
import type { Outbound } from '#kernel/outbound/outbound'
import type { WorkContext } from '#kernel/outbox/deliver'
import { openSecrets } from '../secrets/secrets.model.ts'
import { type Claimed, claimDeliveries, type Lanes, renewClaims } from './claims.sql.ts'
import { settleDelivery } from './deliveries.service.ts'
import { callReceiver, type Outcome } from './receiver.adapter.ts'
import { messageId } from './signature.model.ts'

export interface SenderTools {
  outbound: Outbound
  sealer: Sealer
}

/** Deliveries under way at once in one worker. */
const PLACES: Lanes = { well: 48, unwell: 24 }
/** Between two looks while nothing is due. */
const IDLE_MS = 200
/** Between two looks while deliveries come and go: a moment, so that one look serves several. */
const BUSY_MS = 10
/** Between two signs of life for what is under way. */
const RENEW_MS = 2000
/** Where thousands of webhooks have something waiting a look takes long: an idle worker rests so many times longer. */
const REST_PER_LOOK = 10
const LONGEST_PAUSE_MS = 15_000

/**
 * Delivers what waits, beside the jobs: whatever receivers do, they wait in places of their own, and no job and no
 * request waits for them.
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
  readonly #underWay = new Map<Claimed, Promise<void>>()
  readonly #stopping = new AbortController()
  /** Whether a delivery has ended since the last rest. */
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

  /** Until told to stop; then what is under way is waited for. */
  async run(): Promise<void> {
    const renewing = setInterval(() => this.#renew(), RENEW_MS)
    let pause = IDLE_MS
    while (!this.#stopping.signal.aborted) {
      try {
        const began = performance.now()
        const taken = await this.#takeUp()
        const took = performance.now() - began
        pause = IDLE_MS
        await this.#rest(taken > 0 ? Math.max(BUSY_MS, took) : Math.max(IDLE_MS, REST_PER_LOOK * took))
      } catch (error) {
        this.#context.log.error({ err: error }, 'taking up webhook deliveries failed and will be tried again')
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
        await this.#rest(pause)
      }
    }
    await Promise.all(this.#underWay.values())
    clearInterval(renewing)
  }

  #renew(): void {
    const claimed = [...this.#underWay.keys()]
    if (claimed.length === 0) return
    const { database, clock, log } = this.#context
    renewClaims(database.system, claimed, clock.now()).catch((error) =>
      log.error({ err: error }, 'webhook deliveries under way could not be renewed'),
    )
  }

  async #takeUp(): Promise<number> {
    const free = { well: PLACES.well - this.#busy.well, unwell: PLACES.unwell - this.#busy.unwell }
    if (free.well + free.unwell === 0) return 0
    const { database, clock } = this.#context
    const claimed = await claimDeliveries(database.system, free, clock.now())
    for (const one of claimed) this.#begin(one)
    return claimed.length
  }

  #begin(claimed: Claimed): void {
    const lane = claimed.isUnwell ? 'unwell' : 'well'
    this.#busy[lane]++
    const work = this.#deliver(claimed)
      // Whatever went wrong here, the delivery is taken up again once it counts as abandoned.
      .catch((error) => this.#context.log.error({ err: error, delivery: claimed.id }, 'a webhook delivery went wrong'))
      .finally(() => {
        this.#busy[lane]--
        this.#underWay.delete(claimed)
        this.#hasNews = true
        this.#wake.abort()
      })
    this.#underWay.set(claimed, work)
  }

  async #deliver(claimed: Claimed): Promise<void> {
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

  /** A fault of ours counts as a failure, too: it must not come back every few seconds for ever. */
  async #call({ tenantId, id, webhookId, url, body, secrets: sealed }: Claimed, at: Date): Promise<Outcome> {
    const { outbound, sealer } = this.#tools
    try {
      const secrets = openSecrets(sealer, tenantId, webhookId, sealed)
      return await callReceiver(outbound, { url, id: messageId(id), body, secrets }, at)
    } catch (error) {
      this.#context.log.error({ err: error, webhook: webhookId, delivery: id }, 'a webhook could not be sent')
      return { isSuccess: false, statusCode: null, error: 'It failed on this side.', answer: null, retryAfter: 0 }
    }
  }

  /** Shorter where a delivery ends meanwhile: then a place is free, and perhaps its receiver's next one due. */
  async #rest(ms: number): Promise<void> {
    if (!this.#hasNews) {
      this.#wake = new AbortController()
      await setTimeout(ms, undefined, { signal: this.#wake.signal }).catch(() => undefined)
    }
    if (!this.#hasNews) return
    this.#hasNews = false
    await setTimeout(BUSY_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
  }
}
