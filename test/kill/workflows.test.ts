import { testWorkflowKills } from './workflows.ts'

testWorkflowKills({ kills: 1, contacts: 20 })
