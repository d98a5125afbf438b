import type { WorkContext } from '../outbox/deliver.ts'

/** A job's work. It may be killed at any instruction and is then run again. */
export type Task = (context: WorkContext, payload: unknown) => Promise<void>
