import { expect, test } from 'vitest'
import { getNewTaskIds } from '#areas/work/tasks/task-records.service'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

test('getNewTaskIds returns the ids in ascending order, for any order and number of digits', async () => {
  const rows = async () => [{ id: 1000 }, { id: 99 }, { id: 101 }, { id: 999 }, { id: 100 }]
  const tx: unknown = { rows }
  expect(await getNewTaskIds({ db: { tenantId: 1 } } as Scope, tx as Transaction, 5)).toEqual([99, 100, 101, 999, 1000])
})
