import type { TestCaller } from './build-app.ts'

/** Adds an event with a table to a tenant. */
export const addEventRecords = async (theirs: TestCaller): Promise<void> => {
  const made = await theirs.post('/api/events/0', { Name: 'Theirs', StartDate: '2035-05-02T08:00:00Z' })
  if (made.statusCode !== 200) throw new Error(made.body)
  const table = await theirs.post('/api/eventgroups/groups/0', { EventId: made.json().EventId, Name: 'Theirs' })
  if (table.statusCode !== 200) throw new Error(table.body)
}
