import { testFeed } from './feed.ts'

testFeed(2)
