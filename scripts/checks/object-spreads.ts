import { type Fault, findInCode, type SourceFile } from './sources.ts'

/** No object is written only to be spread: its properties stand for themselves, and the compiler checks their names. */
export const checkObjectSpreads = (files: SourceFile[]): Fault[] =>
  findInCode(files, /\.\.\.\{/g, () => 'spreads an object that is written here: write its properties directly')
