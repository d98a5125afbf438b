import { testWorkflowModel } from './model.ts'

testWorkflowModel(1)
