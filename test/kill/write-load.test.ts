import { testWriteLoad } from './write-load.ts'

testWriteLoad(2)
