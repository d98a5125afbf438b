import { proofSize } from '#test/support/runner/proof-size'
import { testFeed } from './feed.ts'

testFeed(proofSize({ reduced: 12, full: 500 }))
