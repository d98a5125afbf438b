import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableOf, type Counters, canReserve, takeReserved } from '#areas/commerce/buying/stock/stock.model'

type Step = 'reserve' | 'release' | 'take'
const step = fc.tuple(fc.constantFrom<Step>('reserve', 'release', 'take'), fc.integer({ min: 1, max: 4 }))

/** A store with one item, some carts and what was sold. */
class Store {
  readonly carts: number[] = []
  sold = 0
  counters: Counters

  constructor(onHand: number, allowsBackorder: boolean) {
    this.counters = { onHand, held: 0, backordered: 0, allowsBackorder }
  }

  reserve(quantity: number): void {
    if (!canReserve(this.counters, quantity)) return
    this.counters = { ...this.counters, held: this.counters.held + quantity }
    this.carts.push(quantity)
  }

  release(): void {
    const reserved = this.carts.shift() ?? 0
    this.counters = { ...this.counters, held: this.counters.held - reserved }
  }

  take(): void {
    const reserved = this.carts.shift() ?? 0
    const taking = takeReserved(this.counters, reserved)
    if (!taking) throw new Error('reserved pieces cannot be sold')
    expect(taking.taken + taking.backordered).toBe(reserved)
    this.sold += reserved
    this.counters = taking.after
  }
}

describe('stock', () => {
  test('is never oversold: without back orders, what is sold was in stock', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.boolean(), fc.array(step, { maxLength: 60 }), (start, allows, steps) => {
        const store = new Store(start, allows)
        for (const [what, quantity] of steps) store[what](quantity)
        const { onHand, held, backordered } = store.counters
        expect(held).toBe(store.carts.reduce((sum, reserved) => sum + reserved, 0))
        expect(onHand).toBeGreaterThanOrEqual(0)
        expect(start - onHand + backordered).toBe(store.sold)
        if (!allows) expect([availableOf(store.counters) >= 0, store.sold <= start]).toEqual([true, true])
      }),
    )
  })

  test('cannot sell what staff have removed', () => {
    expect(takeReserved({ onHand: 1, held: 2, backordered: 0, allowsBackorder: false }, 2)).toBeNull()
  })
})
