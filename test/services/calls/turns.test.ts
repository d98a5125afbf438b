import { expect, test } from 'vitest'
import { Turns } from '#services/calls/turns'

/** Work that ends when it is told to. */
const opened = () => {
  let end = (): void => undefined
  const ended = new Promise<string>((resolve) => {
    end = () => resolve('done')
  })
  return { work: () => ended, end }
}

test('work on one subject is done one after the other, and on others meanwhile', async () => {
  const turns = new Turns()
  const order: string[] = []
  const first = opened()
  const slow = turns.run('a', async () => {
    await first.work()
    order.push('first')
  })
  const next = turns.run('a', async () => void order.push('second'))
  await turns.run('b', async () => void order.push('other'))
  first.end()
  await Promise.all([slow, next])
  expect(order).toEqual(['other', 'first', 'second'])
})

test('work that fails lets the next one begin', async () => {
  const turns = new Turns()
  const failed = turns.run('a', async () => {
    throw new Error('no')
  })
  const next = turns.run('a', async () => 'yes')
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('too much work for one subject is refused with 503, and accepted again later', async () => {
  const turns = new Turns()
  const first = opened()
  const all = Array.from({ length: 500 }, () => turns.run('a', first.work))
  await expect(turns.run('a', async () => 'late')).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  first.end()
  expect(new Set(await Promise.all(all))).toEqual(new Set(['done']))
  expect(await turns.run('a', async () => 'again')).toBe('again')
})
