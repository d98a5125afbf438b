import { expect, test } from 'vitest'
import { waitForLock } from '#test/support/database/wait-for-lock'
import { openWebhookBench } from '#test/support/integration/webhook-bench'
import { withAdmin } from '#test/support/server/test-server'

test('a worker whose first poll is slow delivers immediately after it', async () => {
  const bench = await openWebhookBench()
  try {
    await bench.webhook('/here')
    await withAdmin(bench.server.url, async (admin) => {
      await admin.query('BEGIN; LOCK TABLE webhook_delivery IN ACCESS EXCLUSIVE MODE')
      await bench.work()
      await waitForLock(bench.server.database)
      const began = performance.now()
      await expect.poll(() => performance.now() - began).toBeGreaterThan(1000)
      await admin.query('ROLLBACK')
    })
    await bench.emit([1])
    const kinds = () => bench.receiver.arrived.map(({ body }) => JSON.parse(body).type)
    await expect.poll(kinds, { timeout: 5000 }).toContain('group.updated')
  } finally {
    await bench.close()
  }
})
