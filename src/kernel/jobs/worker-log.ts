import type { FastifyBaseLogger } from 'fastify'
import { Logger } from 'graphile-worker'

/** The parts of the library's metadata that are logged. */
interface Meta {
  error?: unknown
  fatalError?: unknown
  job?: { id: string; task_identifier: string; attempts: number; max_attempts: number }
}

/**
 * Writes the worker's messages to the server's log, routine ones at debug level. A failure gets a message of ours: that
 * of the library contains the error's message, and with it personal data.
 */
export const workerLogger = (log: FastifyBaseLogger): Logger =>
  new Logger((scope) => (level, message, meta: Meta = {}) => {
    const error = meta.error ?? meta.fatalError
    const details = { job: scope.jobId, task: scope.taskIdentifier, ...jobLine(meta), ...(error ? { err: error } : {}) }
    const text = error ? failureOf(meta) : message
    if (level === 'error') log.error(details, text)
    else if (level === 'warning') log.warn(details, text)
    else log.debug(details, text)
  })

const jobLine = ({ job }: Meta) =>
  job && { job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts }

const failureOf = ({ job }: Meta): string => {
  if (!job) return 'the job runner failed'
  return job.attempts < job.max_attempts ? 'a job failed and will be retried' : 'a job failed and is given up'
}

/** For internal work of the library that needs no log. */
export const silentLogger = new Logger(() => () => undefined)
