import { testHistories } from './history.ts'

testHistories({ histories: 2, length: 64, writers: 32 })
