/** Spots whose turns are remembered. */
const MAX_SPOTS = 20_000

/**
 * Gives the ads of each spot their turns: a round contains each active ad once, in an order drawn by lot. So the shares of
 * ads that are active together differ by one view at most, in each process, and visitors who load several pages do not see
 * the ads in step. An ad that ended is left out at once; a new one takes part from the next round.
 */
export class Rotation {
  readonly #rounds = new Map<string, number[]>()
  readonly #random: () => number

  /** @param random from 0 to below 1. */
  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /** Returns the ad whose turn it is; undefined if none is active. @param spot identifies the spot and its tenant. */
  next(spot: string, active: readonly number[]): number | undefined {
    if (active.length < 2) return active[0]
    const isActive = new Set(active)
    const left = (this.#rounds.get(spot) ?? []).filter((ad) => isActive.has(ad))
    const round = left.length > 0 ? left : this.#shuffled(active)
    const ad = round.pop()
    if (!this.#rounds.has(spot) && this.#rounds.size >= MAX_SPOTS) this.#rounds.clear()
    this.#rounds.set(spot, round)
    return ad
  }

  /** Fisher and Yates. */
  #shuffled(ads: readonly number[]): number[] {
    const order = [...ads]
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(this.#random() * (last + 1))
      const one = order[last] ?? 0
      const two = order[other] ?? 0
      order[last] = two
      order[other] = one
    }
    return order
  }
}
