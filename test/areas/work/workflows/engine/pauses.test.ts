import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
})
afterAll(() => bench.server.close())

test('pauses again after activation without a fix, before it fails for the remaining contacts', async () => {
  const group = await bench.group()
  const { system } = bench.server.database
  // More than two batches.
  await system.$executeRaw`WITH made AS (
      INSERT INTO contact (tenant_id, system_type_id, first_name, display_name, sort_name, email_address)
      SELECT ${bench.tenantId}::int, 1, 'One', 'One', 'one', 'one@x.example' FROM generate_series(1, 1100) RETURNING id)
    INSERT INTO contact_group_member (tenant_id, group_id, contact_id, changed_at)
    SELECT ${bench.tenantId}::int, ${group}::int, id, ${bench.now()}::timestamptz FROM made`
  const template = await bench.template()
  const id = await bench.workflow([group])
  const mail = await bench.step(id, 3, { EmailTemplateId: String(template) })
  await bench.switchOn(id)
  await system.mailTemplate.deleteMany({ where: { id: template } })
  for (const active of [600, 100]) {
    await bench.run(id)
    expect(await bench.general(id)).toMatchObject({
      IsActive: false,
      WidgetData: {
        ActiveInProgram: active,
        PausedStepId: mail,
        PausedReason: `Step ${mail} failed for 500 of 500 contacts: Its template was deleted.`,
      },
    })
    bench.setTime(new Date(bench.now().getTime() + 3_600_000))
    await bench.switchOn(id)
  }
})
