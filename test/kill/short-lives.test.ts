import { testShortLives } from './workflows.ts'

testShortLives({ kills: 2, contacts: 20, life: 9000 })
