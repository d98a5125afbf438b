import type { FastifyBaseLogger } from 'fastify'
import { Logger } from 'graphile-worker'

/** What the library says beside a message, as far as it is told on. */
interface Meta {
  error?: unknown
  fatalError?: unknown
  job?: { id: string; task_identifier: string; attempts: number; max_attempts: number }
}

/**
 * The worker's talk in the server's log: what it does in passing is debug, what fails is not. A failure is told in words
 * of ours: the library puts the error's message, and with it what people wrote, into its own.
 */
export const workerLogger = (log: FastifyBaseLogger): Logger =>
  new Logger((scope) => (level, message, meta: Meta = {}) => {
    const error = meta.error ?? meta.fatalError
    const details = { job: scope.jobId, task: scope.taskIdentifier, ...jobLine(meta), ...(error ? { err: error } : {}) }
    const words = error ? failureOf(meta) : message
    if (level === 'error') log.error(details, words)
    else if (level === 'warning') log.warn(details, words)
    else log.debug(details, words)
  })

const jobLine = ({ job }: Meta) =>
  job && { job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts }

const failureOf = ({ job }: Meta): string => {
  if (!job) return 'the job runner met a fault'
  return job.attempts < job.max_attempts ? 'a job failed and will be tried again' : 'a job failed and is given up'
}

/** For work of the library's own that nobody needs to hear of. */
export const silentLogger = new Logger(() => () => undefined)
