import { expect, test } from 'vitest'
import { openRegisters } from '#kernel/registers/register'

test('a register has the entries of the areas in their order, once the areas are joined', () => {
  const { register, addTo, joinAreas } = openRegisters()
  const followers = register<string>('followers of shelves')
  const others = register<number>('numbers of shelves')
  expect(() => followers.entries()).toThrow('No area has added its followers of shelves yet: import #areas/index first')
  const additions = [addTo(followers, 'a', 'b'), addTo(others, 1), addTo(followers, 'c')]
  expect(() => followers.entries()).toThrow('import #areas/index first')
  joinAreas(additions)
  expect(followers.entries()).toEqual(['a', 'b', 'c'])
  expect(others.entries()).toEqual([1])
  expect(() => joinAreas(additions)).toThrow('The areas are joined already')
})
