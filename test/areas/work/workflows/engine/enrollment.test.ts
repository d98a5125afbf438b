import { testEnrollment } from './enrollment.ts'

testEnrollment({ contacts: 30, maxMs: null })
