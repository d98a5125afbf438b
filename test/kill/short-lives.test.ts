import { testShortLives } from './workflows.ts'

testShortLives({ kills: 1, contacts: 10, life: 9000 })
