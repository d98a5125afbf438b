import { testStoredFiles } from './stored-files.ts'

testStoredFiles(2)
