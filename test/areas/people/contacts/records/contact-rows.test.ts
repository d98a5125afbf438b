import { testContactRows } from './contact-rows.ts'

testContactRows(5)
