import { proofSize } from '#test/support/runner/proof-size'
import { testWorkflowModel } from './model.ts'

testWorkflowModel(proofSize({ reduced: 10, full: 60 }))
