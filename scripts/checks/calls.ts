import { type Fault, findInCode, type SourceFile } from './sources.ts'

/** The only file that sends requests to the routes of its own process. */
const CALLS = 'src/services/calls/call-operation.ts'

/** Requests in process run the operation that they name, so they are sent in one place. */
export const checkCalls = (files: SourceFile[]): Fault[] =>
  findInCode(
    files.filter(({ path }) => path.startsWith('src/') && path !== CALLS),
    /\bapp\.inject\(/g,
    () => 'sends a request in process: use callOperation or requestOperation',
  )
