import type { WorkContext } from '../outbox/deliver.ts'

/** The work of a job. It can be killed at any instruction and is then run again. */
export type Task = (context: WorkContext, payload: unknown) => Promise<void>
