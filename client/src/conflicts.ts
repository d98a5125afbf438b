import { ConflictError } from './problems.ts'

/** The header that makes a change depend on a version of the record: `headers: ifMatch(contact.AuditId)`. */
export const ifMatch = (auditId: number): { 'If-Match': string } => ({ 'If-Match': `"${auditId}"` })

/**
 * Reads a record, changes it and saves it, and starts again if another caller has changed the record in between.
 *
 * @param change reads the record, applies the change and saves it with the AuditId that it has read.
 * @param attempts how often it is tried at most.
 * @throws ConflictError after the last attempt.
 */
export const retryOnConflict = async <Result>(change: () => Promise<Result>, attempts = 5): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt >= attempts) throw error
    }
  }
}
