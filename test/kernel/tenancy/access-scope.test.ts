import { executionAsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { getAccessScope, runInAccessScope } from '#kernel/tenancy/access-scope'

const turn = () => new Promise((resolve) => setImmediate(resolve))
const scopeOf = (tenantId: number) => ({ tenantId, chapters: null })

test('concurrent work keeps its access scope when other work ends', async () => {
  const after = async (turns: number): Promise<number | undefined> => {
    for (let n = 0; n < turns; n++) await turn()
    return getAccessScope()?.tenantId
  }
  const running = [1, 5, 3].map((turns) => runInAccessScope(scopeOf(turns), () => after(turns)))
  expect(await Promise.all(running)).toEqual([1, 5, 3])
  const failed = runInAccessScope(scopeOf(7), () => Promise.reject(new Error('refused')))
  await expect(failed).rejects.toThrow('refused')
  expect(await runInAccessScope(scopeOf(8), () => after(2))).toBe(8)
})

test('work that outlives its run has no access scope, and promises are not tracked any more', async () => {
  let late: Promise<unknown> | undefined
  const seen: unknown[] = []
  await runInAccessScope(scopeOf(1), async () => {
    late = turn().then(() => seen.push(getAccessScope()))
  })
  await late
  expect(seen).toEqual([undefined])
  const resource = executionAsyncResource()
  await Promise.resolve()
  expect(executionAsyncResource()).toBe(resource)
})
