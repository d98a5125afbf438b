import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let owner: pg.Client
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  owner = new pg.Client({ connectionString: bench.server.url })
  await owner.connect()
  await owner.query(`CREATE TABLE refused (contact_id int PRIMARY KEY, code text NOT NULL);
    GRANT SELECT ON refused TO PUBLIC;
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE code text; BEGIN
      SELECT r.code INTO code FROM refused r WHERE r.contact_id = NEW.contact_id;
      IF FOUND THEN RAISE EXCEPTION 'refused' USING ERRCODE = code; END IF;
      RETURN NEW; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON contact_tag FOR EACH ROW EXECUTE FUNCTION refuse()`)
})
afterAll(async () => {
  // Other files share the database.
  await owner.query('DROP TRIGGER refuse ON contact_tag; DROP FUNCTION refuse; DROP TABLE refused')
  await owner.end()
  await bench.server.close()
})

const PEOPLE = 12

/** A tag and a task for `count` contacts; the database rejects the tag for the sixth. */
const oneRefused = async (code: string, count = PEOPLE) => {
  const group = await bench.group()
  const people: number[] = []
  for (let at = 0; at < count; at++) people.push(await bench.person())
  await bench.join(group, ...people)
  const id = await bench.workflow([group])
  const tag = await bench.step(id, 8, { AddTagOptions: { Tags: ['Seen'] } })
  const task = await bench.step(id, 4, { CreateFollowUpReminderOptions: { Name: 'Call' } })
  await bench.switchOn(id)
  const sixth = people[5] ?? 0
  await owner.query('INSERT INTO refused VALUES ($1, $2)', [sixth, code])
  return { id, tag, task, sixth }
}

const waysOf = async (id: number) =>
  (await bench.runs(id)).map(({ contactId, state, stepRuns }) => ({
    contactId,
    state,
    steps: stepRuns.map((step) => [step.stepId, step.state]),
  }))

test('stays at the step for a contact for which it fails, and does all steps for the others in the same run', async () => {
  const { id, tag, task, sixth } = await oneRefused('P0001')
  await bench.run(id)
  for (const { contactId, state, steps } of await waysOf(id)) {
    const hasFailed = contactId === sixth
    expect(state).toBe(hasFailed ? 'failed' : 'completed')
    expect(steps).toEqual(
      hasFailed
        ? [[tag, 'failed']]
        : [
            [tag, 'done'],
            [task, 'done'],
          ],
    )
  }
  // One of twelve, although it was one of six when it failed.
  expect(await bench.general(id)).toMatchObject({ IsActive: true })
})

test('retries a contact for which the database was busy', async () => {
  const { id, tag, sixth } = await oneRefused('57014')
  await expect(bench.run(id)).rejects.toThrow('refused')
  const ways = await waysOf(id)
  expect(ways.filter(({ state }) => state === 'completed')).toHaveLength(PEOPLE - 1)
  expect(ways.find(({ contactId }) => contactId === sixth)).toMatchObject({ state: 'active', steps: [] })
  await owner.query('DELETE FROM refused')
  await bench.run(id)
  const way = (await waysOf(id)).find(({ contactId }) => contactId === sixth)
  expect(way).toMatchObject({ state: 'completed' })
  expect(way?.steps).toContainEqual([tag, 'done'])
})

test('pauses the workflow after all contacts have run one by one, if the step failed for one in ten', async () => {
  const { id, tag } = await oneRefused('P0001', 10)
  await bench.run(id)
  const states = (await waysOf(id)).map(({ state }) => state)
  expect(states.filter((state) => state === 'completed')).toHaveLength(9)
  expect(states.filter((state) => state === 'failed')).toHaveLength(1)
  expect(await bench.general(id)).toMatchObject({
    IsActive: false,
    WidgetData: { PausedStepId: tag, PausedReason: expect.stringContaining(`Step ${tag} failed for 1 of 10 contacts`) },
  })
})
