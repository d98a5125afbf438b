import { databaseProblem } from '#kernel/errors/database-problem'
import { OperatorError } from '#kernel/errors/operator-error'

/** The text for standard error when the server or a command fails. A stack trace is shown only for internal errors. */
export const describeFailure = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OperatorError) return error.message
  return fileFailure(error) ?? databaseFailure(error) ?? error.stack ?? error.message
}

/** The reasons for which a file or folder cannot be used, by the codes of Node. */
const FILE_FAULTS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    EACCES: 'this user lacks the right',
    EPERM: 'this user lacks the right',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    ENOTDIR: 'a part of the path is a file',
    EISDIR: 'it is a folder',
  }),
)

const fileFailure = ({ code = '', path }: NodeJS.ErrnoException): string | undefined => {
  const fault = FILE_FAULTS.get(code)
  if (fault === undefined || path === undefined) return undefined
  return `${path} cannot be used: ${fault}. Correct that, or set GUILDHALL_DATA_DIR to another folder.`
}

const databaseFailure = (error: Error): string | undefined => {
  if (databaseProblem(error)?.status !== 503) return undefined
  return (
    'PostgreSQL became unavailable during the work, which is rolled back as far as it was not committed. ' +
    'Check the database server, then try again.'
  )
}
