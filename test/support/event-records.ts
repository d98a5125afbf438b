import type { TestCaller } from './build-app.ts'

/** Adds an event to a tenant. */
export const addEventRecords = async (theirs: TestCaller): Promise<void> => {
  const made = await theirs.post('/api/events/0', { Name: 'Theirs', StartDate: '2035-05-02T08:00:00Z' })
  if (made.statusCode !== 200) throw new Error(made.body)
}
