import { testTinyRun } from './tiny-run.ts'

testTinyRun(['list'])
