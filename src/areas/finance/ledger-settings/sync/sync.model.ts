import type { JobSpec } from '#kernel/jobs/enqueue'
import type { FailureKind } from '#services/tenant-log/failure-kinds'

/** The job that sends the due documents of a tenant. */
export const SYNC_LEDGER = 'ledger.sync'

/**
 * Makes the job that sends the due documents of a tenant. A waiting job of the tenant is replaced, and its queue runs
 * one at a time.
 */
export const makeSyncJob = (tenantId: number, runAt?: Date): JobSpec => ({
  name: SYNC_LEDGER,
  payload: { tenantId },
  key: `ledger:${tenantId}`,
  queue: `ledger:${tenantId}`,
  ...(runAt && { runAt }),
})

/** A document was not sent to the ledger. */
export const documentNotSent: FailureKind = {
  name: 'documentNotSent',
  level: 'Warning',
  logType: 'Ledger',
  entityType: null,
  meaning: 'A document of the books, or the new name of a contact, was not sent to the ledger. The record is either.',
  remedy: 'Correct what the reason names, then send the document again.',
}

/** A document that the ledger cannot get now. The message is sentences for the log that say what to map or change. */
export class Unsendable extends Error {
  override readonly name = 'Unsendable'
  readonly sentences: readonly string[]

  constructor(...sentences: string[]) {
    super(sentences.join(' '))
    this.sentences = sentences
  }
}

/** Returns the results of all parts. @throws Unsendable with what every part needs, each sentence once. */
export const allOf = <T extends unknown[]>(...parts: { [K in keyof T]: () => T[K] }): T => {
  const sentences = new Set<string>()
  const results = parts.map((part) => {
    try {
      return part()
    } catch (error) {
      if (!(error instanceof Unsendable)) throw error
      for (const sentence of error.sentences) sentences.add(sentence)
      return null
    }
  })
  if (sentences.size > 0) throw new Unsendable(...sentences)
  return results as T
}

/** A part of the sentence about a document in the closed period, by which its executions are found when it is opened. */
export const IN_CLOSED_PERIOD = 'in the period that is closed until'
