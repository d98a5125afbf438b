import { testShortLives } from './workflows.ts'

testShortLives({ kills: 12, contacts: 400 })
