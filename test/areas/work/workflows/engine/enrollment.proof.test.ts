import { testEnrollment } from './enrollment.ts'

testEnrollment({ contacts: 10_000, maxMs: 5000 })
