import { type Fault, findInCode, type SourceFile } from './sources.ts'

/** The scope is the first parameter, before the transaction, so that no call has to be looked up. */
export const checkParameters = (files: SourceFile[]): Fault[] =>
  findInCode(
    files.filter(({ path }) => path.startsWith('src/')),
    /\(\s*tx: \w+,\s*(?:\w+|\{[^}]*\}): (?:Pick<)?Scope\b/g,
    () => 'the scope comes before the transaction',
  )
