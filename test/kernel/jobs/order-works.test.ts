import { expect, test } from 'vitest'
import { newDayWorks } from '#areas/joined'
import { type NewDayWork, orderWorks } from '#kernel/jobs/tenant-days'

const work = (name: string, ...after: string[]): NewDayWork => ({ name, after, run: async () => undefined })
const names = (works: readonly NewDayWork[]) => works.map(({ name }) => name)

test('works come in their order, and after those that they name', () => {
  expect(names(orderWorks([work('a', 'c'), work('b'), work('c', 'd'), work('d')]))).toEqual(['d', 'c', 'a', 'b'])
})

test('benefits end after the memberships and sponsors of the same day', () => {
  const order = names(newDayWorks)
  expect(order.indexOf('benefits')).toBeGreaterThan(order.indexOf('memberships'))
  expect(order.indexOf('benefits')).toBeGreaterThan(order.indexOf('sponsors'))
  // A name without a work would order nothing.
  expect(newDayWorks.flatMap(({ after = [] }) => after).filter((name) => !order.includes(name))).toEqual([])
})
