import { expect, test } from 'vitest'
import { type Param, shape, shapesBy } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'

const isOf = (tenantId: Param<number>) => Prisma.sql`tenant_id = ${tenantId}::integer`

test('a shape is built once, and filled with the values of each use', () => {
  let built = 0
  const find = shape<{ tenantId: number; ids: number[] }>((slots) => {
    built++
    return Prisma.sql`SELECT FROM contact WHERE ${isOf(slots.tenantId)} AND kind = ${'person'} AND id = ANY (${slots.ids})
      OR ${isOf(slots.tenantId)}`
  })
  const first = find({ tenantId: 1, ids: [2, 3] })
  const second = find({ tenantId: 4, ids: [] })

  const fresh = Prisma.sql`SELECT FROM contact WHERE ${isOf(1)} AND kind = ${'person'} AND id = ANY (${[2, 3]})
      OR ${isOf(1)}`
  expect([first.text, first.values]).toEqual([fresh.text, fresh.values])
  expect([second.text, second.values]).toEqual([fresh.text, [4, 'person', [], 4]])
  expect(built).toBe(1)
})

test('a filled shape can be a part of another statement', () => {
  const find = shape<{ id: number }>(({ id }) => Prisma.sql`SELECT id FROM contact WHERE id = ${id}`)
  const { text, values } = Prisma.sql`SELECT ${'a'}, (${find({ id: 7 })})`
  expect([text, values]).toEqual(['SELECT $1, (SELECT id FROM contact WHERE id = $2)', ['a', 7]])
})

test('each form has a shape, and any number of forms fills no memory', () => {
  const built: number[] = []
  const page = shapesBy<{ size: number }, { skip: number }>(
    ({ size }) => String(size),
    ({ size }, { skip }) => {
      built.push(size)
      return Prisma.sql`SELECT FROM contact LIMIT ${Prisma.raw(String(size))} OFFSET ${skip}`
    },
  )
  expect(page({ size: 1 }, { skip: 5 }).text).toBe('SELECT FROM contact LIMIT 1 OFFSET $1')
  expect(page({ size: 2 }, { skip: 5 }).text).toBe('SELECT FROM contact LIMIT 2 OFFSET $1')
  expect(page({ size: 1 }, { skip: 6 }).values).toEqual([6])
  expect(built).toEqual([1, 2])
  for (let size = 3; size < 1000; size++) page({ size }, { skip: 0 })
  page({ size: 1 }, { skip: 7 })
  expect(built.filter((size) => size === 1)).toHaveLength(2)
})
