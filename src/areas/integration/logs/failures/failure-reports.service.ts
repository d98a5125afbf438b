import type { SqlRunner } from '#kernel/database/sql-runner'
import type { FailedMail, FailureReports } from '#kernel/jobs/failure-reports'
import type { Scope } from '#kernel/tenancy/scope'
import { type Failure, sentence } from '#services/tenant-log/failure-kinds'
import { addFailures } from '#services/tenant-log/failures'
import { serverFailures } from './failures.model.ts'
import { loggedKeysSql } from './failures.sql.ts'

/** Writes the failures of the kernel to the log of the tenant. */
export const failureReports: FailureReports = {
  mailsFailed: async (scope, tx, mails, { isRepeatable } = { isRepeatable: false }) => {
    const logged = isRepeatable ? await findLogged(scope, tx, mails) : new Set()
    await addFailures(scope, tx, mails.filter(({ id }) => !logged.has(String(id))).map(failureOfMail))
  },
  jobGivenUp: (scope, tx, { id, task, attempts }) =>
    addFailures(scope, tx, [
      {
        kind: serverFailures.jobGivenUp,
        key: id,
        details: { Job: id, Task: task, Attempts: attempts },
        what: `The job ${id} (${task}) failed ${attempts} times and is given up.`,
      },
    ]),
}

const findLogged = async (
  { db }: Scope,
  tx: SqlRunner,
  mails: readonly FailedMail[],
): Promise<ReadonlySet<unknown>> => {
  const keys = mails.map(({ id }) => String(id))
  const rows = await tx.rows<{ key: string }>(loggedKeysSql(db.tenantId, serverFailures.mailFailed.entityType, keys))
  return new Set(rows.map(({ key }) => key))
}

const failureOfMail = ({ id, templateKey, contactId, reason }: FailedMail): Failure => ({
  kind: serverFailures.mailFailed,
  key: id,
  details: { ContactId: contactId, TemplateKey: templateKey },
  what: `The mail ${id} (${templateKey})${contactId === null ? '' : ` to the contact ${contactId}`} was not sent: ${sentence(reason)}`,
})
